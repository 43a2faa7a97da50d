# The target bench_results: measures, then writes results.json and the tables of README.md.
#   cmake -DBENCH=PROGRAM -DFOLDER=bench -P write_results.cmake
cmake_minimum_required(VERSION 3.25)

# What differs from the commit, untracked files too, unless it is what this script writes.
set(git git --no-optional-locks -C ${FOLDER})
execute_process(
  COMMAND ${git} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(
  COMMAND ${git} status --porcelain -- :/bench :/impl :/model :/properties :/CMakeLists.txt
          :/CMakePresets.json :!/bench/results.json :!/bench/README.md
  OUTPUT_VARIABLE changes
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
elseif(changes)
  string(APPEND commit " and changes")
endif()

set(tables ${BENCH}.tables.md)
execute_process(
  COMMAND
    ${BENCH} --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true
    --benchmark_min_time=0.1 --results=${FOLDER}/results.json --tables=${tables} "--commit=${commit}"
    "--command=cmake --build --preset bench --target bench_results"
  COMMAND_ERROR_IS_FATAL ANY)

file(READ ${tables} made)
file(READ ${FOLDER}/README.md text)
set(begin "<!-- made by bench_results: begin -->\n")
set(end "<!-- made by bench_results: end -->")
string(FIND "${text}" "${begin}" from)
string(FIND "${text}" "${end}" to)
if(from EQUAL -1 OR to LESS from)
  message(FATAL_ERROR "README.md: the marks of bench_results are missing, so no table was written")
endif()
string(LENGTH "${begin}" mark)
math(EXPR from "${from} + ${mark}")
string(SUBSTRING "${text}" 0 ${from} before)
string(SUBSTRING "${text}" ${to} -1 after)
file(WRITE ${FOLDER}/README.md "${before}\n${made}${after}")
