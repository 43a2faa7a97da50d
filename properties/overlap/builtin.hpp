/// The built-in subjects of the overlap profile: model and implementation.
#pragma once
#include <memory>
#include <tripcheck/properties/overlap/profile.hpp>

namespace tripcheck::overlap {

[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_model();
[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_impl();

}  // namespace tripcheck::overlap
