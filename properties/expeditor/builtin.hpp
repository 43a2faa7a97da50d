/// The subjects that are built in, and the documents around them.
#pragma once
#include <memory>
#include <tripcheck/properties/expeditor/profile.hpp>

namespace tripcheck::expeditor {

[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_model();
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_impl();

/// Adds the deliveries that are documents: what tripcheck's own reader and writer make of them. The
/// text form is of an expeditor that `make` makes.
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> with_documents(
    std::unique_ptr<engine::Subject<Traits>> inner, MakeExpeditor make);

}  // namespace tripcheck::expeditor
