// The documents of the overlap profile: written and read back, and the first fault of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <tripcheck/model/overlap/breaker.hpp>
#include <tripcheck/properties/engine/document.hpp>
#include <tripcheck/properties/engine/draw.hpp>
#include <tripcheck/properties/overlap/profile.hpp>

namespace tripcheck::overlap {
namespace {

template <class T>
std::string text_of(const T& value) {
  std::string text;
  write(value, text);
  return text;
}

/// The error that reading ends with; empty where the document is good.
std::string error_of(std::string_view text) {
  const auto said = profile().run("model", text);
  return said.ok ? std::string() : said.text;
}

/// The number is the same with every compiler; it changes only when the generator does.
TEST(S25OverlapCases, AreTheSameForTheSameSeed) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    engine::Draw draw(42, i);
    const std::string text =
        text_of(i % 5 == 0 ? Traits::generate_faulty(draw, {}) : Traits::generate(draw, {}));
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  }
  EXPECT_EQ(hash, 1020127008465378571U);
}

TEST(S25OverlapCases, StayInsideADomain) {
  const engine::Domain narrow{
      .limits = {{.name = "t", .range = {.low = 0, .high = 1000}},
                 {.name = "cooldown", .range = {.low = 1, .high = 9}},
                 {.name = "trial_timeout", .range = {.low = 0, .high = 4}},
                 {.name = "half_open_successes", .range = {.low = 1, .high = 1}},
                 {.name = "uses", .range = {.low = 0, .high = 1}}}};
  for (std::uint64_t i = 0; i < 500; ++i) {
    engine::Draw draw(3, i);
    const Case drawn = Traits::generate(draw, narrow);
    EXPECT_TRUE(Traits::inside(drawn, narrow)) << text_of(drawn);
  }
}

TEST(OverlapDocument, OfACaseReadsBackAsTheSameCase) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    engine::Draw draw(7, i);
    const bool good = i % 5 != 0;
    const Case drawn = good ? Traits::generate(draw, {}) : Traits::generate_faulty(draw, {});
    const auto document = engine::json::Document::parse(text_of(drawn));
    Case again{.config = {.trial_timeout = 77}, .steps = {{.call = 5}}};
    Traits::read_any(document.root(), again);
    EXPECT_EQ(again, drawn) << text_of(drawn);
    if (good) Traits::read(document.root(), again);
    EXPECT_EQ(again, drawn);
  }
}

TEST(OverlapDocument, OfABadCaseIsRefusedWithTheTextOfItsRefusal) {
  const auto model = Traits::open("model");
  for (std::uint64_t i = 0; i < 500; ++i) {
    engine::Draw draw(8, i);
    const Case bad = Traits::generate_faulty(draw, {});
    const auto reply = engine::ask_one(*model, engine::Asked<Traits>{.input = bad});
    ASSERT_TRUE(std::holds_alternative<engine::Refused>(reply)) << text_of(bad);
    EXPECT_EQ(error_of(text_of(bad)), std::get<engine::Refused>(reply).text);
  }
}

TEST(OverlapDocument, OfAnAnswerReadsBackAsTheSameOutcome) {
  for (std::uint64_t i = 0; i < 500; ++i) {
    engine::Draw draw(9, i);
    const Case drawn = Traits::generate(draw, {});
    const auto outcome = std::get<Outcome>(model::run(drawn.config, drawn.steps));
    const auto document = engine::json::Document::parse(text_of(outcome));
    CaseAnswer answer;
    Traits::read_answer(document.root(), {}, answer);
    EXPECT_EQ(answer.outcome, outcome);
    EXPECT_FALSE(Traits::stepwise(answer));
  }
}

TEST(OverlapDocument, OfTheRulesIsAnsweredAsTheySay) {
  const auto said = profile().run(
      "model",
      R"({"failure_threshold":1,"cooldown":5,"half_open_successes":1,"trial_timeout":5,"steps":[
         {"op":"acquire","call":1,"t":0},{"op":"record","call":1,"t":2,"result":"failure"},
         {"op":"acquire","call":2,"t":7},{"op":"ignore","call":2},{"op":"drop","call":2}]})");
  EXPECT_TRUE(said.ok);
  EXPECT_EQ(said.text,
            R"({"final_state":"half_open","answers":["permit","counted","permit","returned",)"
            R"("used"],"transitions":["closed->open@2","open->half_open@7"]})");
}

struct Fault {
  std::string_view steps;
  std::string_view error;
};

TEST(OverlapDocument, IsRefusedForItsFirstFault) {
  const std::string acquired = R"({"op":"acquire","call":7,"t":0},)";
  constexpr Fault kFaults[] = {
      {R"({"op":"acquire","call":1,"t":0,"result":"success"})",
       "steps[1].result: unknown key, expected op, call or t"},
      {R"({"op":"ignore","call":7,"t":0})", "steps[1].t: unknown key, expected op or call"},
      {R"({"t":0,"call":7,"op":"drop"})", "steps[1].t: unknown key, expected op or call"},
      {R"({"op":"lose","call":7})",
       R"(steps[1].op: expected "acquire", "record", "ignore" or "drop", found "lose")"},
      {R"({"call":7,"op":"lose","t":0,"colour":1})",
       R"(steps[1].op: expected "acquire", "record", "ignore" or "drop", found "lose")"},
      {R"({"call":7,"colour":1})", "steps[1].colour: unknown key, expected op, call, t or result"},
      {R"({"call":7})", "steps[1].op: missing"},
      {R"({"op":"record","call":7,"t":0})", "steps[1].result: missing"},
      {R"({"op":"record","t":0,"result":"success"})", "steps[1].call: missing"},
      {R"({"op":"acquire","call":1})", "steps[1].t: missing"},
      {R"({"op":"acquire","op":"acquire","call":1,"t":0})",
       "steps[1].op: expected once, found again"},
      {R"({"op":"acquire","call":7,"t":1})",
       "steps[1].call: expected a call not acquired before, found 7"},
      {R"({"call":7,"op":"acquire","t":1})",
       "steps[1].call: expected a call not acquired before, found 7"},
      {R"({"op":"drop","call":2})", "steps[1].call: expected a call acquired before, found 2"},
      {R"({"call":2,"op":"record","t":true,"result":"success"})",
       "steps[1].call: expected a call acquired before, found 2"},
      {R"({"op":"record","t":true,"call":2,"result":"success"})",
       "steps[1].t: expected an integer between -9223372036854775808 and 9223372036854775807, "
       "found true"},
      {R"({"op":"record","call":7,"t":0,"result":"maybe"})",
       R"(steps[1].result: expected "success" or "failure", found "maybe")"},
      {R"({"op":"ignore","call":1.0})",
       "steps[1].call: expected an integer between -9223372036854775808 and "
       "9223372036854775807, found 1.0"},
      {R"(3)", "steps[1]: expected an object, found 3"},
  };
  for (const auto& [steps, error] : kFaults) {
    const std::string text = R"({"failure_threshold":1,"cooldown":5,"half_open_successes":1,)"
                             R"("steps":[)" +
                             acquired + std::string(steps) + "]}";
    EXPECT_EQ(error_of(text), error) << text;
  }
}

TEST(OverlapDocument, HasAConfigInItsRanges) {
  constexpr std::string_view kGood =
      R"("failure_threshold":1,"cooldown":5,"half_open_successes":64)";
  constexpr std::string_view kTimeouts =
      "trial_timeout: expected an integer between 0 and 9223372036854775807, found ";
  struct {
    std::string keys;
    std::string error;
  } const documents[] = {
      {"", ""},
      {R"(,"trial_timeout":0)", ""},
      {R"(,"trial_timeout":null)", std::string(kTimeouts) + "null"},
      {R"(,"trial_timeout":-1)", std::string(kTimeouts) + "-1"},
      {R"(,"trial_timeout":1,"trial_timeout":1)", "trial_timeout: expected once, found again"},
      {R"(,"events":[])",
       "events: unknown key, expected failure_threshold, cooldown, half_open_successes, "
       "trial_timeout or steps"},
  };
  for (const auto& [keys, error] : documents) {
    EXPECT_EQ(error_of("{" + std::string(kGood) + keys + R"(,"steps":[]})"), error) << keys;
  }
  EXPECT_EQ(error_of(R"({"failure_threshold":1,"cooldown":5,"half_open_successes":65})"),
            "half_open_successes: expected an integer between 1 and 64, found 65");
  EXPECT_EQ(error_of(R"({"failure_threshold":0,"cooldown":-5,"half_open_successes":65})"),
            "failure_threshold: expected an integer between 1 and 2147483647, found 0");
  EXPECT_EQ(error_of(R"({"cooldown":5,"half_open_successes":1})"), "failure_threshold: missing");
}

TEST(OverlapDocument, OfAnAnswerIsReadStrictly) {
  const auto error = [](std::string_view text, const engine::Description& by) {
    const auto document = engine::json::Document::parse(text);
    CaseAnswer answer;
    try {
      Traits::read_answer(document.root(), by, answer);
    } catch (const engine::DocumentError& fault) {
      return std::string(fault.what());
    }
    return std::string();
  };
  engine::Description claims;
  claims.claims = {"counters", "retry_at"};
  const std::string plain = R"({"final_state":"open","answers":["late"],"transitions":[])";
  const std::string all = plain + R"(,"retry_at":null,"counters":{"failures":0,"successes":0}})";
  EXPECT_EQ(error(plain + "}", {}), "");
  EXPECT_EQ(error(all, claims), "");
  EXPECT_NE(error(plain + "}", claims), "");
  EXPECT_NE(error(R"({"final_state":"open","answers":["lost"],"transitions":[]})", {}), "");
  EXPECT_NE(error(R"({"final_state":"open","answers":[],"transitions":["closed>open@1"]})", {}),
            "");
}

/// A subject that does not answer each step has broken the rule of the first it leaves out.
TEST(OverlapAnswers, ThatAreTooFewOrTooManyAreBreaks) {
  const Case input{
      .config = {.failure_threshold = 1},
      .steps = {{.op = Operation::acquire, .call = 1}, {.op = Operation::record, .call = 1}}};
  const auto model = Traits::open("model");
  const auto reply = engine::ask_one(*model, engine::Asked<Traits>{.input = input});
  CaseAnswer few;
  few.outcome = std::get<CaseAnswer>(reply).outcome;
  CaseAnswer many;
  many.outcome = few.outcome;
  few.outcome.answers.pop_back();
  many.outcome.answers.push_back(Answer::used);
  const auto judge = Traits::properties().front().judge;
  for (const auto& [answer, rule, step] :
       {std::tuple(few, "O-3", std::size_t{1}), std::tuple(many, "O-3", std::size_t{2})}) {
    const engine::Asked<Traits> asked{.input = input};
    const engine::Reply<Traits> got = answer;
    const engine::Evidence<Traits>::Expect expect =
        [&](std::size_t) -> const engine::Reply<Traits>& { return reply; };
    const engine::Evidence<Traits> evidence(model->description(), std::span(&asked, 1),
                                            std::span(&got, 1), expect);
    const auto judgement = judge(evidence);
    ASSERT_TRUE(std::holds_alternative<engine::Break>(judgement));
    EXPECT_EQ(std::get<engine::Break>(judgement).rule, rule);
    EXPECT_EQ(std::get<engine::Break>(judgement).step, step);
  }
}

}  // namespace
}  // namespace tripcheck::overlap
