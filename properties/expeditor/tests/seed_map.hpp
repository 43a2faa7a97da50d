/// The capability map that the examples of the tests share: six tools, some with alternatives.
#pragma once
#include <string>

namespace tripcheck::expeditor {

/// As JSON, an array.
inline std::string seed_map() {
  return R"([
    {"tool":"Grep","provides":"content search across files","alternatives":[
      {"tool":"Bash","method":"rg or grep command",
       "degradation":"loses Grep's built-in output formatting","severity":"low"},
      {"tool":"Read","method":"read suspected files directly",
       "degradation":"requires knowing which files to check; no broad search","severity":"high"}],
     "fallback":"ask the user which files to examine"},
    {"tool":"Bash","provides":"command execution, build tools, git operations","alternatives":[],
     "fallback":"report commands that need to be run manually"},
    {"tool":"Read","provides":"file content inspection","alternatives":[
      {"tool":"Bash","method":"cat or head command",
       "degradation":"loses line numbering and truncation safety"}],
     "fallback":"ask the user to paste file contents"},
    {"tool":"Write","provides":"file creation","alternatives":[
      {"tool":"Edit","method":"create via full-file edit",
       "degradation":"requires file to already exist for Edit"},
      {"tool":"Bash","method":"echo/cat heredoc",
       "degradation":"loses Write's atomic file creation"}],
     "fallback":"output file contents for the user to save manually"},
    {"tool":"Edit"},
    {"tool":"WebSearch","provides":"external information retrieval","alternatives":[],
     "fallback":"state what information is needed; ask user to provide it"}])";
}

}  // namespace tripcheck::expeditor
