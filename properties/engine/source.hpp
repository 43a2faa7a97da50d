/// A source yields cases, one after another, and knows nothing of who will be asked.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/engine/subject.hpp>
#include <utility>
#include <vector>

namespace tripcheck::engine {

template <class P>
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  /// The next case, or nothing at the end. The number of cases is fixed, never a time (S-25).
  virtual std::optional<typename P::Case> next() = 0;
  /// Whether its cases come in large batches even where the first break ends the run: a fixed list
  /// is soon through.
  [[nodiscard]] virtual bool is_list() const { return false; }
  /// How many there will be, as far as that can be told before: for the progress.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Whether the floor is held to what this source reaches.
  [[nodiscard]] virtual bool has_floor() const { return false; }
  /// Whether properties that ask questions of their own judge these cases too.
  [[nodiscard]] virtual bool asks_questions() const { return true; }
  /// What is proved where the subject answered every case as the model does; nothing: empty.
  [[nodiscard]] virtual std::string proof() const { return {}; }
};

/// Drawn cases (S-20): case i depends on the seed and i alone, so that any one can be made again.
template <class P>
class Generated final : public Source<P> {
 public:
  Generated(std::uint64_t seed, std::uint64_t count, Domain domain)
      : seed_(seed), count_(count), domain_(std::move(domain)) {}

  [[nodiscard]] std::string_view name() const override { return "generated"; }
  [[nodiscard]] std::uint64_t size() const override { return count_; }
  [[nodiscard]] bool has_floor() const override { return true; }
  std::optional<typename P::Case> next() override {
    if (index_ == count_) return std::nullopt;
    Draw draw(seed_, index_++);
    return P::generate(draw, domain_);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t count_;
  std::uint64_t index_ = 0;
  Domain domain_;
};

/// Drawn cases of bad input, one fault each, for subjects that claim to refuse it.
template <class P>
class Faulty final : public Source<P> {
 public:
  Faulty(std::uint64_t seed, std::uint64_t count, Domain domain)
      : seed_(seed), count_(count), domain_(std::move(domain)) {}

  [[nodiscard]] std::string_view name() const override { return "faulty"; }
  [[nodiscard]] std::uint64_t size() const override { return count_; }
  std::optional<typename P::Case> next() override {
    if (index_ == count_) return std::nullopt;
    Draw draw(seed_, (std::uint64_t{1} << 63) | index_++);  // Never an index of Generated.
    return P::generate_faulty(draw, domain_);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t count_;
  std::uint64_t index_ = 0;
  Domain domain_;
};

/// A profile's fixed list of cases, those that `keep` says can be asked.
template <class P>
class Edges final : public Source<P> {
 public:
  using Case = typename P::Case;

  /// The cases are the profile's own, and outlive this.
  Edges(std::span<const Case> cases, std::function<bool(const Case&)> keep)
      : cases_(cases), keep_(std::move(keep)) {}

  [[nodiscard]] std::string_view name() const override { return "edges"; }
  [[nodiscard]] std::uint64_t size() const override { return cases_.size(); }
  [[nodiscard]] bool is_list() const override { return true; }
  std::optional<Case> next() override {
    while (index_ < cases_.size() && !keep_(cases_[index_])) ++index_;
    if (index_ == cases_.size()) return std::nullopt;
    return cases_[index_++];
  }

 private:
  std::span<const Case> cases_;
  std::function<bool(const Case&)> keep_;
  std::size_t index_ = 0;
};

/// Cases that are there already: a corpus, a case from a command line.
template <class P>
class Listed final : public Source<P> {
 public:
  Listed(std::string_view name, std::vector<typename P::Case> cases)
      : name_(name), cases_(std::move(cases)) {}

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::uint64_t size() const override { return cases_.size(); }
  std::optional<typename P::Case> next() override {
    if (index_ == cases_.size()) return std::nullopt;
    return cases_[index_++];
  }

 private:
  std::string_view name_;
  std::vector<typename P::Case> cases_;
  std::size_t index_ = 0;
};

}  // namespace tripcheck::engine
