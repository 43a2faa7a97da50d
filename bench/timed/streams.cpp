#include <tripcheck/bench/timed/streams.hpp>
#include <tripcheck/model/timed/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <variant>

namespace tripcheck::bench {
namespace {

constexpr std::uint64_t kStreamSeed = 1;

std::vector<timed::Event> draw_events(std::size_t kind, std::size_t count) {
  engine::Draw draw(kStreamSeed, kind);
  std::vector<timed::Event> events(count);
  std::int64_t t = 0;
  for (timed::Event& event : events) {
    event.t = t++;
    const bool fails = draw.chance(kStreamKinds.at(kind).failures_per_hundred, 100);
    event.result = fails ? timed::Result::failure : timed::Result::success;
  }
  return events;
}

}  // namespace

const Stream& stream(std::size_t kind, std::size_t events) {
  static std::array<Stream, kStreamKinds.size()> made;
  Stream& wanted = made.at(kind);
  if (wanted.events.empty()) {
    wanted.events = draw_events(kind, events);
    const timed::Config& config = kStreamKinds.at(kind).config;
    wanted.expected = std::get<timed::Outcome>(timed::model::run(config, wanted.events));
  }
  return wanted;
}

}  // namespace tripcheck::bench
