# tripcheck init: what it writes is whole, verifies at once, and never takes the place of a file.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"

# written KIND FOLDER FILE...
written() {
  local kind=$1 folder=$2 file
  shift 2
  tc init "$kind" "$folder"
  exits 0
  quiet
  for file in "$@"; do
    shows "^wrote $folder/$file$"
    holds "$file is the template" cmp -s "$folder/$file" "$source_folder/cli/templates/timed/$kind/$file.in"
  done
  holds 'nothing else is there' test "$(find "$folder" -type f | wc -l)" = $#
}
written python 'my own/py' adapter.py README.md
shows "^  tripcheck verify --subject 'exec:python3 .*my own/py/adapter.py.*'$"
written node js adapter.mjs README.md
shows "^  tripcheck verify --subject 'exec:node js/adapter.mjs'$"
written cpp cpp my_breaker.hpp my_breaker_test.cpp CMakeLists.txt README.md
shows '^  cmake -S cpp -B cpp/build && cmake --build cpp/build && ctest --test-dir cpp/build --output-on-failure$'

# The printed commands, as they stand.
if command -v python3 >ignored.txt; then
  mapfile -t lines < <("$program" init python 'it'\''s' | sed -n 's/^  \(tripcheck .*\)/\1/p')
  holds 'two commands' test "${#lines[@]}" = 2
  for line in "${lines[@]}"; do
    command=$line status=0
    out=$(tripcheck() { "$program" "$@"; } && eval "$line" 2>err.txt) || status=$?
    exits 0
  done
  shows '^KEPT: '
fi

# Another profile has adapters of its own.
tc init python over --profile overlap
exits 0
holds 'the adapter is the template' cmp -s over/adapter.py "$source_folder/cli/templates/overlap/python/adapter.py.in"
if command -v python3 >ignored.txt; then
  tc verify --subject 'exec:python3 over/adapter.py' --cases 500
  exits 0
  shows '^KEPT: 10 of 11 rules; not visible: 1 rule \(O-7\)$'
  tc selftest --subject 'exec:python3 over/adapter.py'
  exits 0
  shows '^ok +one answer flipped'
fi
# An expeditor's adapter comes with a whole one, the port in adapters/python.
tc init python tools --profile expeditor
exits 0
for file in expeditor expeditor_documents json_lines; do
  shows "^wrote tools/$file.py$"
  holds "$file is the adapters'" cmp -s "tools/$file.py" "$source_folder/adapters/python/$file.py"
done
if command -v python3 >ignored.txt; then
  # In full the port is verified where it comes from: expeditor_port.bash.
  tc replay "$source_folder"/corpus/expeditor/valid/*.json --subject 'exec:python3 tools/adapter.py'
  exits 0
  shows ' 194 kept, 0 broken'
fi
tc init cpp tools/cpp --profile expeditor
exits 0
shows '^wrote tools/cpp/my_breaker_test.cpp$'

# What is there stays.
mkdir mine
printf 'mine' >mine/README.md
tc init python mine
exits 2
says ''
complains 'mine/README.md: is there already, and nothing was written; name another DIR'
holds 'it is as it was' test "$(<mine/README.md)" = mine
holds 'nothing was written' test "$(ls mine)" = README.md
mkdir linked
ln -s nowhere linked/adapter.py
tc init python linked
exits 2
holds 'a link that leads nowhere stays one' test -L linked/adapter.py
printf '' >file
tc init python file
exits 2
complains 'file: Not a directory'
tc init python file/below
exits 2
complains 'file/below: Not a directory'
mkdir here
cd here || exit 1
tc init python
exits 0
shows '^wrote adapter.py$'
shows "^  tripcheck verify --subject 'exec:python3 adapter.py'$"

tc init
exits 2
complains 'init: expected python, node, cpp, found nothing'
tc init pyhton
exits 2
complains 'init: expected python, node, cpp (did you mean python?), found "pyhton"'
tc init python . extra
exits 2
tc init python new --profile tymed
exits 2
complains "--profile: no such profile (did you mean timed?): expected $profiles, found \"tymed\""

done_checking
