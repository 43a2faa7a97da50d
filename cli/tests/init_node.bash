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

done_checking
