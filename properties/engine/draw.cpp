#include <rapidcheck.h>

#include <bit>
#include <cassert>
#include <tripcheck/properties/engine/draw.hpp>

namespace tripcheck::engine {

struct Draw::Source {
  rc::Random random;
};

Draw::Draw(std::uint64_t seed, std::uint64_t index)
    : source_(std::make_unique<Source>(Source{rc::Random(rc::Random::Key{seed, index, 0, 0})})) {}

Draw::~Draw() = default;

std::uint64_t Draw::word() { return source_->random.next(); }

std::uint64_t Draw::below(std::uint64_t bound) {
  assert(bound > 0);
  return word() % bound;
}

std::int64_t Draw::in(Range range) {
  assert(range.low <= range.high);
  const auto low = static_cast<std::uint64_t>(range.low);
  const auto span = static_cast<std::uint64_t>(range.high) - low;
  const std::uint64_t drawn = word();
  return static_cast<std::int64_t>(low + (span == UINT64_MAX ? drawn : drawn % (span + 1)));
}

bool Draw::chance(std::uint64_t hits, std::uint64_t of) { return below(of) < hits; }

std::uint64_t Draw::log_uniform(std::uint64_t bound) {
  const auto bits = below(static_cast<std::uint64_t>(std::bit_width(bound)) + 1);
  const std::uint64_t drawn = word();
  const std::uint64_t value = bits == 0 ? 0 : (drawn >> (64 - bits)) | (1ULL << (bits - 1));
  return value > bound ? bound : value;
}

}  // namespace tripcheck::engine
