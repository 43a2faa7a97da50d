# What tripcheck init node writes verifies at once; skipped where Node.js is missing.
# shellcheck source=cli/tests/check.bash
source "${BASH_SOURCE[0]%/*}/check.bash"
command -v node >ignored.txt || {
  echo 'skipped: no node on the path'
  exit 77
}

tc init node js
exits 0
tc selftest --subject 'exec:node js/adapter.mjs'
exits 0
tc verify --subject 'exec:node js/adapter.mjs'
exits 0
shows '^KEPT: '

# An expeditor's adapter comes with a whole one.
tc init node tools --profile expeditor
exits 0
for file in adapter documents expeditor labels; do shows "^wrote tools/$file.mjs$"; done
tc verify --subject 'exec:node tools/adapter.mjs' --cases 60
exits 0
shows '^KEPT: 42 of 44 rules; not visible: 2 rules \(X-51, X-60\)$'

done_checking
