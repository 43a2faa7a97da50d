// The values of the escalation breaker: the implementation's parsers take what the model's take.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <tripcheck/impl/escalation/breaker.hpp>
#include <tripcheck/model/escalation/breaker.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <variant>
#include <vector>

namespace tripcheck::escalation {
namespace {

using engine::Draw;

template <class T>
bool ok(const Checked<T>& checked) {
  return std::holds_alternative<T>(checked);
}

template <class Characters>
std::string text(const Characters& characters) {
  return std::string(characters.data(), characters.size());
}

/// One change: a character more, one less, or another one; now and then two near each other.
void edit(Draw& draw, std::string& s) {
  constexpr std::string_view kPool("\0\x01\x7f\x80\xff\xc3\xa9-._:/@aAfFgGzZ09 T+\n", 28);
  const auto kind = draw.below(4);
  const auto at = static_cast<std::size_t>(draw.below(s.size() + 1));
  const auto any = static_cast<char>(draw.below(256));
  const char c = draw.chance(1, 2) ? kPool[draw.below(kPool.size())] : any;
  if (kind == 0 || at == s.size()) {
    s.insert(at, 1, c);
  } else if (kind == 1) {
    s.erase(at, 1);
  } else {
    s[at] = c;
    if (kind == 3 && at + 8 < s.size()) s[at + 1 + draw.below(6)] = any;
  }
}

const std::vector<std::string>& bases() {
  static const std::vector<std::string> kBases{
      "run_0123456789abcdef0123456789abcdef",
      "act_0123456789abcdef0123456789abcdef",
      std::string(64, 'f'),
      std::string(64, '9'),
      "workflow:org.example/review@1.0.0",
      "tool:a.b/c",
      "policy:a1.b-2/c-@0.0.0",
      "uncertainty",
      "permission_denial",
      "tool_failure",
      "2024-02-29T23:30:00Z",
      "",
      "workflow:" + std::string(63, 'a') + "." + std::string(63, 'b') + "." + std::string(63, 'c') +
          "." + std::string(61, 'd') + "/" + std::string(64, 'e') + "@1.2." +
          std::string(178, '3')};
  return kBases;
}

/// Whether both take the text alike; counts what was good.
void parse_alike(const std::string& s, std::size_t& good) {
  const auto run = model::RunId::parse(s);
  const auto fast_run = impl::RunId::parse(s);
  ASSERT_EQ(ok(run), ok(fast_run)) << s;
  if (ok(run)) {
    ++good;
    EXPECT_EQ(text(std::get<impl::RunId>(fast_run).text()), s);
  } else {
    EXPECT_EQ(std::get<Error>(run), std::get<Error>(fast_run)) << s;
  }
  const auto flow = model::WorkflowId::parse(s);
  const auto fast_flow = impl::WorkflowId::parse(s);
  ASSERT_EQ(ok(flow), ok(fast_flow)) << s;
  if (ok(flow)) {
    ++good;
    EXPECT_EQ(std::get<impl::WorkflowId>(fast_flow).text(), s);
  } else {
    EXPECT_EQ(std::get<Error>(flow), std::get<Error>(fast_flow)) << s;
  }
  const auto digest = impl::StepDigest::parse(s);
  ASSERT_EQ(model::StepDigest::parse(s).has_value(), digest.has_value()) << s;
  if (digest) {
    EXPECT_EQ(text(digest->text()), s);
  }
  const auto time = impl::UtcSecond::parse(s);
  ASSERT_EQ(model::UtcSecond::parse(s).has_value(), time.has_value()) << s;
  if (time) {
    EXPECT_EQ(text(time->text()), s);
  }
  EXPECT_EQ(model::class_of(s), impl::class_of(s)) << s;
  if (digest || time) ++good;
}

TEST(EscalationValues, AreParsedAsByTheModel) {
  std::size_t good = 0;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    Draw draw(5, i);
    std::string s = bases()[draw.below(bases().size())];
    for (std::size_t n = draw.below(3); n > 0; --n) edit(draw, s);
    parse_alike(s, good);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(good, 15'000U);
}

/// Eight digits are looked at together: no byte may hide in its neighbour, wherever both stand.
TEST(EscalationValues, NoTwoBytesMakeADigestTogetherThatNoneMakesAlone) {
  const auto is_hex = [](int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  for (const std::size_t at : {0U, 6U, 7U, 8U, 31U, 32U, 62U}) {
    for (int x = 0; x < 256; ++x) {
      for (int y = 0; y < 256; ++y) {
        std::string s(64, 'a');
        s[at] = static_cast<char>(x);
        s[at + 1] = static_cast<char>(y);
        ASSERT_EQ(impl::StepDigest::parse(s).has_value(), is_hex(x) && is_hex(y)) << x << " " << y;
      }
    }
  }
}

/// Any three bytes, so that a wrong one cannot borrow from, or carry into, a right one.
TEST(EscalationValues, NoByteMakesATimeThatIsNone) {
  const std::string right = "2024-11-28T19:38:47Z";
  for (std::size_t at = 0; at < right.size(); ++at) {
    for (int c = 0; c < 256; ++c) {
      std::string s = right;
      s[at] = static_cast<char>(c);
      ASSERT_EQ(impl::UtcSecond::parse(s).has_value(), model::UtcSecond::parse(s).has_value()) << s;
    }
  }
}

/// Every day of some centuries, at half an hour before its end.
void same_half_hour(std::string_view first, std::string_view last) {
  constexpr std::int64_t kDay = 24 * 3600;
  const std::int64_t end = impl::UtcSecond::parse(last)->unix_seconds();
  for (std::int64_t at = impl::UtcSecond::parse(first)->unix_seconds(); at <= end; at += kDay) {
    const std::string late = text(impl::UtcSecond::of_unix(at)->text());
    const auto slow = model::UtcSecond::parse(late);
    ASSERT_TRUE(slow) << late;
    const auto slow_later = slow->half_an_hour_later();
    const auto later = impl::UtcSecond::parse(late)->half_an_hour_later();
    ASSERT_EQ(slow_later.has_value(), later.has_value()) << late;
    if (later) {
      ASSERT_EQ(slow_later->text(), text(later->text()));
    }
  }
}

TEST(EscalationValues, TheHalfHourIsTheModelsOnEveryDay) {
  same_half_hour("0001-01-01T23:30:00Z", "0402-01-01T23:30:00Z");
  same_half_hour("1890-01-01T23:30:00Z", "2110-01-01T23:30:00Z");
  same_half_hour("9890-01-01T23:30:00Z", "9999-12-31T23:30:00Z");
  EXPECT_FALSE(
      impl::UtcSecond::of_unix(impl::UtcSecond::parse("0001-01-01T00:00:00Z")->unix_seconds() - 1));
  EXPECT_FALSE(
      impl::UtcSecond::of_unix(impl::UtcSecond::parse("9999-12-31T23:59:59Z")->unix_seconds() + 1));
}

TEST(EscalationValues, BytesBecomeTheirDigits) {
  std::uint8_t next = 0;
  const auto fill = [&next](std::span<std::uint8_t, 16> bytes) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(next++ * 17);
  };
  EXPECT_EQ(text(impl::RunId::generate(fill).text()), "run_00112233445566778899aabbccddeeff");
  next = 0;
  EXPECT_EQ(model::RunId::generate(fill).text(), "run_00112233445566778899aabbccddeeff");
  impl::StepDigest::Bytes bytes{};
  bytes.front() = 0x0f;
  bytes.back() = 0xa0;
  const auto digest = impl::StepDigest::of_bytes(bytes);
  EXPECT_EQ(text(digest.text()), "0f" + std::string(60, '0') + "a0");
  EXPECT_EQ(impl::StepDigest::parse(text(digest.text())), digest);
}

}  // namespace
}  // namespace tripcheck::escalation
