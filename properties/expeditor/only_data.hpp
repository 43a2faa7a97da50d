/// what an expeditor can be handed is data, so there is nothing in it that could run a tool.
///
/// Checked where the code compiles. A struct is data when each of its members is; `members` names
/// them all in a structured binding, which does not compile once there is one more or one less.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <tripcheck/model/expeditor/config.hpp>
#include <tripcheck/model/expeditor/operations.hpp>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace tripcheck::expeditor {

// clang-format off
constexpr auto members(const Decide& x) { const auto& [a, b, c] = x; return std::tie(a, b, c); }
constexpr auto members(const Record& x) { const auto& [a, b, c, d, e] = x; return std::tie(a, b, c, d, e); }
constexpr auto members(const Abandon& x) { const auto& [a, b] = x; return std::tie(a, b); }
constexpr auto members(const Availability& x) { const auto& [a, b, c] = x; return std::tie(a, b, c); }
constexpr auto members(const ConfirmRecovered& x) { const auto& [a] = x; return std::tie(a); }
constexpr auto members(const BeginCycle& x) { const auto& [a] = x; return std::tie(a); }
constexpr auto members(const Complete& x) { const auto& [a, b] = x; return std::tie(a, b); }
constexpr auto members(const AskRoute& x) { const auto& [a, b] = x; return std::tie(a, b); }
constexpr auto members(const Plan& x) { const auto& [a, b, c] = x; return std::tie(a, b, c); }
constexpr auto members(const SubTask& x) { const auto& [a, b, c] = x; return std::tie(a, b, c); }
constexpr auto members(const AskLabel& x) { const auto& [a, b, c, d, e, f, g] = x; return std::tie(a, b, c, d, e, f, g); }
constexpr auto members(const AskReport& /*x*/) { return std::tuple<>{}; }
constexpr auto members(const Config& x) { const auto& [a, b, c, d, e, f, g, h, i, j] = x; return std::tie(a, b, c, d, e, f, g, h, i, j); }
constexpr auto members(const Alternative& x) { const auto& [a, b, c, d] = x; return std::tie(a, b, c, d); }
constexpr auto members(const Entry& x) { const auto& [a, b, c, d, e, f] = x; return std::tie(a, b, c, d, e, f); }
// clang-format on

/// Numbers, words and texts, and what is made of them. A pointer, a reference to one, a callable
/// and whatever else has no members named above are not.
template <class T>
struct IsData : std::bool_constant<std::is_arithmetic_v<T> || std::is_enum_v<T>> {};
template <class T>
struct IsData<const T> : IsData<T> {};
template <class T>
struct IsData<const T&> : IsData<T> {};
template <>
struct IsData<std::string> : std::true_type {};
template <>
struct IsData<std::string_view> : std::true_type {};
template <class T>
struct IsData<std::optional<T>> : IsData<T> {};
template <class T>
struct IsData<std::vector<T>> : IsData<T> {};
template <class... Ts>
struct IsData<std::variant<Ts...>> : std::conjunction<IsData<Ts>...> {};
template <class... Ts>
struct IsData<std::tuple<Ts...>> : std::conjunction<IsData<Ts>...> {};
template <class T>
requires requires(const T& x) { members(x); }
struct IsData<T> : IsData<decltype(members(std::declval<const T&>()))> {};

template <class T>
concept OnlyData = IsData<T>::value;

static_assert(OnlyData<Config> && OnlyData<CapabilityMap> && OnlyData<Op>,
              "X-60: nothing that could run a tool can be handed to an expeditor");

}  // namespace tripcheck::expeditor
