/// Draws the steps of a case while it steps the model, so that it knows what is near.
///
/// Threads: one thread at a time.
/// Cost:    some 0.3 µs a step, more with many probes under way.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/overlap/playback.hpp>
#include <vector>

namespace tripcheck::overlap {

class Walk {
 public:
  struct Limits {
    std::int64_t start = 0;  ///< The first `t`.
    engine::Range times;     ///< Of every `t`.
    std::int64_t uses = 0;   ///< Of one call, inclusive.
  };

  /// Both are used as long as this lives.
  Walk(engine::Draw& draw, const Config& config, Limits limits);

  Step next();

 private:
  /// What a case is made of. Each kind of step can be absent from it.
  struct Mix {
    std::uint64_t failures = 4;    // Of 8 results, where nothing is planned.
    std::uint64_t acquires = 6;    // Of 16 steps, where there is a choice.
    std::uint64_t given_back = 2;  // Of 16 uses: ignored or dropped.
    bool overlap = true;           // Else each call is recorded before the next, at its own `t`.
    bool planned_runs = true;      // Runs of one result that end beside the count that is left.
    bool edges = true;             // Times beside the deadline and the end of a probe's time.
    bool gaps = true;              // Quiet gaps of every size.
    bool goes_back = true;         // Clocks that are behind.
    bool second_uses = false;
    bool without_permit = false;  // Steps on calls that were rejected.
    bool late_uses = true;        // Uses of permits of an earlier generation.
  };
  enum class Kind : std::uint8_t { live, stale, used, rejected };
  struct Call {
    std::int64_t label = 0;
    std::int64_t uses = 0;
  };

  static Mix draw_mix(engine::Draw& draw);
  [[nodiscard]] Kind kind_of(const Call& call) const;
  /// A call of the kind that has a use left, by its place in `calls_`.
  std::optional<std::size_t> pick(Kind kind);
  std::optional<std::size_t> pick_any();
  Step acquire();
  Step use(std::size_t call);
  std::int64_t time(const model::Permit* own);
  std::optional<std::int64_t> edge(const model::Permit* own);
  std::int64_t plain_time();
  [[nodiscard]] std::int64_t later(std::uint64_t wait) const;
  [[nodiscard]] std::int64_t earlier(std::uint64_t wait) const;
  Result result();
  void plan_run();

  engine::Draw& draw_;
  const Config& config_;
  Limits limits_;
  Mix mix_;
  Playback playback_;
  std::vector<Call> calls_;
  std::uint64_t label_base_ = 1;
  std::uint64_t label_stride_ = 1;
  std::int64_t now_;    // Of the clock that is ahead of most.
  bool began_ = false;  // The first `t` is the start.
  std::int64_t run_left_ = 0;
  Result run_of_ = Result::success;
};

}  // namespace tripcheck::overlap
