/// The built-in subjects of the timed profile: the model and the implementation.
#pragma once
#include <memory>
#include <string_view>
#include <tripcheck/properties/timed/profile.hpp>
#include <variant>

namespace tripcheck::timed {

/// A reader of documents: the case that `text` says, or why it is none.
using Read = std::variant<Case, engine::Refused> (*)(std::string_view text, const Case& meant);

/// The strict one (T-19). `meant` is not looked at; faulty readers fall back on it.
[[nodiscard]] std::variant<Case, engine::Refused> read_strictly(std::string_view text,
                                                                const Case& meant);

/// A subject in process whose documents are read by `read`.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> with_documents(
    std::unique_ptr<engine::Subject<Traits>> inner, Read read);

[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_model();
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_impl();

}  // namespace tripcheck::timed
