/// The built-in subject of the overlap profile: the model.
#pragma once
#include <memory>
#include <tripcheck/properties/overlap/profile.hpp>

namespace tripcheck::overlap {

[[nodiscard]] std::unique_ptr<engine::Subject<Traits>> open_model();

}  // namespace tripcheck::overlap
