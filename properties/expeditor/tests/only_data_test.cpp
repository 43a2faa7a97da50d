// X-60 holds of what is there, and the check would see what is not allowed.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <tripcheck/impl/expeditor/expeditor.hpp>
#include <tripcheck/properties/expeditor/only_data.hpp>

namespace tripcheck::expeditor {
namespace impl {

constexpr auto members(const Message& x) {
  const auto& [a, b] = x;
  return std::tie(a, b);
}
constexpr auto members(const Reserve& x) {
  const auto& [a, b, c, d] = x;
  return std::tie(a, b, c, d);
}

}  // namespace impl

/// Two messages that a caller might be tempted to add a way to run a tool to.
struct WithCallback {
  std::string tool{};
  std::function<bool()> run{};
};
struct WithPlainTexts {
  std::string tool{};
  std::optional<std::int64_t> step{};
};
constexpr auto members(const WithCallback& x) {
  const auto& [a, b] = x;
  return std::tie(a, b);
}
constexpr auto members(const WithPlainTexts& x) {
  const auto& [a, b] = x;
  return std::tie(a, b);
}
namespace {

struct Unnamed {
  int number = 0;
};

static_assert(!OnlyData<void (*)()>);
static_assert(!OnlyData<int*>);
static_assert(!OnlyData<std::function<void()>>);
static_assert(!OnlyData<std::unique_ptr<int>>);
static_assert(!OnlyData<std::optional<std::function<void()>>>);
static_assert(!OnlyData<std::vector<std::shared_ptr<int>>>);
static_assert(!OnlyData<std::variant<Decide, void*>>);
static_assert(!OnlyData<decltype([] {})>);
static_assert(!OnlyData<Unnamed>);
static_assert(!OnlyData<WithCallback>);
static_assert(OnlyData<WithPlainTexts>);

/// Of a member function: whether each parameter is data.
template <class R, class C, class... Parameters>
consteval bool takes_data(R (C::*)(Parameters...)) {
  return (OnlyData<Parameters> && ...);
}
template <class R, class C, class... Parameters>
consteval bool takes_data(R (C::*)(Parameters...) noexcept) {
  return (OnlyData<Parameters> && ...);
}

static_assert(takes_data(&impl::Expeditor::apply));
static_assert(takes_data(&impl::Expeditor::decide));
static_assert(takes_data(&impl::Expeditor::record));
static_assert(OnlyData<impl::Reserve>);

/// Something that can be called.
struct Callable {
  bool operator()() const { return true; }
};
static_assert(!std::constructible_from<impl::Expeditor, const Config&, const CapabilityMap&,
                                       const impl::Reserve&, Callable>);
static_assert(!std::constructible_from<Op, Callable>);

TEST(X60Expeditor, IsHandedDataAlone) { SUCCEED() << "what is above has compiled"; }

}  // namespace
}  // namespace tripcheck::expeditor
