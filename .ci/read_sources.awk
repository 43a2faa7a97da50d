# Reads C++ files for .ci/tidy; writes lines "path:line: text" to files in the folder `out`:
#   code        each line without comments and without the contents of strings and characters
#   includes    the #include lines
#   properties  of the code, what stands in the body of a RapidCheck property
#   claims      properties without a Claim and a Method line shortly before them
#   headers     headers whose opening comment is not as it should be
# Awk of any make will do. Known limit: a string continued by a backslash at the end of its line.

function emit(stream, line, text) { print FILENAME ":" line ": " text >(out "/" stream) }

# What is left of one line; `mode` carries an unfinished comment or raw string to the next.
function code_of(rest,   done, found, at) {
  done = ""
  while (rest != "") {
    if (mode != "") {
      at = index(rest, mode)
      if (!at) return done
      rest = substr(rest, at + length(mode))
      mode = ""
      continue
    }
    if (!match(rest, /\/\/|\/\*|R"[^()\\ ]*\(|"|'/)) return done rest
    done = done substr(rest, 1, RSTART - 1)
    found = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    if (found == "//") return done
    if (found == "/*") mode = "*/"
    else if (found == "\"") { done = done "\"\""; rest = after(rest, "^([^\"\\\\]|\\\\.)*\"") }
    else if (found != "'") { done = done "\"\""; mode = ")" substr(found, 3, length(found) - 3) "\"" }
    else if (done !~ /[0-9A-Fa-f]$/) { done = done "' '"; rest = after(rest, "^([^'\\\\]|\\\\.)*'") }
  }
  return done
}

# `text` after what `pattern` matches at its start; nothing where it does not match.
function after(text, pattern) { return match(text, pattern) ? substr(text, RLENGTH + 1) : "" }

# Follows the braces of a property from the line that opens it to the one that closes it.
function in_property(code,   opening, closing) {
  if (!inside) {
    if (!match(code, /(^|[^A-Za-z0-9_])(RC_GTEST_[A-Z_]*PROP|rc::check)[ ]*\(/)) return
    if (substr(code, RSTART, RLENGTH) ~ /PROP/) {
      if (!(FNR - claim < 12 && FNR - method < 12)) emit("claims", FNR, "a property without its claim")
      claim = method = -99
    }
    code = substr(code, RSTART + RLENGTH)
    inside = 1
    depth = opened = 0
  }
  emit("properties", FNR, code)
  opening = gsub(/{/, "", code)
  closing = gsub(/}/, "", code)
  depth += opening - closing
  if (opening) opened = 1
  if (opened ? depth <= 0 : code ~ /;[ ]*$/) inside = 0
}

# The opening comment: the first line is ///, and the first paragraph ends with a full stop.
function in_opening() {
  if ($0 ~ /^\/\/\/ ./) { last = $0; return }
  opening_comment = 0
  if (FNR == 1) emit("headers", 1, "no opening comment")
  else if (last !~ /\.$/) emit("headers", FNR - 1, "no full stop")
}

FNR == 1 {
  mode = ""
  inside = 0
  claim = method = -99
  opening_comment = FILENAME ~ /\.hpp$/
}
opening_comment { in_opening() }
/\/\/ Claim/ { claim = FNR }
/\/\/ Method/ { method = FNR }
mode == "" && /^[ \t]*#[ \t]*include/ {
  text = $0
  sub(/[ \t]*\/[\/*].*$/, "", text)
  gsub(/[ \t]+/, " ", text)
  sub(/^ ?# ?include ?/, "#include ", text)
  emit("includes", FNR, text)
  next
}
{
  text = code_of($0)
  if (text !~ /[^ \t]/) next
  emit("code", FNR, text)
  in_property(text)
}
