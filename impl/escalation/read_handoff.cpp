// From JSON text to a draft: which keys there are, and the texts that stand there (E-16).
#include <algorithm>
#include <tripcheck/impl/escalation/detail/scanner.hpp>
#include <tripcheck/impl/escalation/handoff.hpp>

namespace tripcheck::escalation::impl {
namespace {

using detail::Scanner;

// Sorted by name.
constexpr std::array<Field, 4> kHandoffKeys{Field::allowed_recovery_actions,
                                            Field::attempted_step_digests, Field::failure_class,
                                            Field::reviewer_packet};
constexpr std::array<Field, 8> kPacketKeys{
    Field::evidence_references, Field::expires_at, Field::issued_at,      Field::reason_code,
    Field::requested_decision,  Field::run_id,     Field::schema_version, Field::workflow_id};

/// Calls `read(field)` before the value of each known key, which it must consume; gives back what
/// is wrong with the keys: unknown or repeated ones where they stand, then missing ones.
template <class Read>
std::optional<Error> read_members(Scanner& scanner, Field itself, std::span<const Field> known,
                                  Read read) {
  std::optional<Error> fault;
  std::uint32_t seen = 0;  // One bit a key.
  const auto note = [&fault](Code code, Field field) {
    if (!fault) fault = Error{code, field};
  };
  scanner.enter('{');
  while (scanner.more('}')) {
    const std::string_view key = scanner.key();
    const auto i = static_cast<std::size_t>(
        std::find_if(known.begin(), known.end(), [&](Field field) { return name(field) == key; }) -
        known.begin());
    const std::uint32_t bit = std::uint32_t{1} << i;
    if (i == known.size()) {
      note(Code::unknown_field, itself);
      scanner.skip();
    } else if ((seen & bit) != 0) {
      note(Code::duplicate_field, known[i]);
      scanner.skip();
    } else {
      seen |= bit;
      read(known[i]);
    }
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    if ((seen >> i & 1U) == 0) note(Code::missing_field, known[i]);
  }
  return fault;
}

/// What is no string becomes an empty one: no check lets that through.
std::string_view read_text(Scanner& scanner) {
  if (scanner.peek() == '"') return scanner.string();
  scanner.skip();
  return {};
}

/// As many texts of an array as can matter: one more than a handoff may have.
class Texts {
 public:
  void read(Scanner& scanner) {
    scanner.enter('[');
    while (scanner.more(']')) push(read_text(scanner));
  }
  void push(std::string_view text) noexcept {
    if (size_ < kept_.size()) kept_[size_++] = text;
  }
  [[nodiscard]] std::span<const std::string_view> view() const noexcept {
    return std::span(kept_).first(size_);
  }

 private:
  std::array<std::string_view, Handoff::kMostDigests + 1> kept_{};
  std::size_t size_ = 0;
};

/// What is no array becomes one of an empty text, which is no digest, action or evidence.
void read_texts(Scanner& scanner, Texts& texts) {
  if (scanner.peek() == '[') return texts.read(scanner);
  scanner.skip();
  texts.push({});
}

/// The text of the draft that a key of the packet stands for.
std::string_view& text_of(PacketDraft& packet, Field field) noexcept {
  switch (field) {
    case Field::expires_at:
      return packet.expires_at;
    case Field::issued_at:
      return packet.issued_at;
    case Field::reason_code:
      return packet.reason_code;
    case Field::requested_decision:
      return packet.requested_decision;
    case Field::run_id:
      return packet.run_id;
    case Field::schema_version:
      return packet.schema_version;
    default:
      return packet.workflow_id;
  }
}

std::optional<Error> read_packet(Scanner& scanner, PacketDraft& packet, Texts& evidence) {
  if (scanner.peek() != '{') {
    scanner.skip();
    return Error{Code::invalid_packet, Field::reviewer_packet};
  }
  return read_members(scanner, Field::reviewer_packet, kPacketKeys, [&](Field field) {
    if (field == Field::evidence_references) return read_texts(scanner, evidence);
    text_of(packet, field) = read_text(scanner);
  });
}

}  // namespace

Checked<Handoff> Handoff::from_json(std::string_view json) {
  Scanner scanner(json);
  HandoffDraft draft;
  Texts actions;
  Texts digests;
  Texts evidence;
  std::optional<Error> packet_fault;
  const auto fault = read_members(scanner, Field::handoff, kHandoffKeys, [&](Field field) {
    if (field == Field::allowed_recovery_actions) return read_texts(scanner, actions);
    if (field == Field::attempted_step_digests) return read_texts(scanner, digests);
    if (field == Field::failure_class) {
      draft.failure_class = read_text(scanner);
    } else {
      packet_fault = read_packet(scanner, draft.reviewer_packet, evidence);
    }
  });
  if (!scanner.finish()) return Error{Code::malformed_document};
  if (fault) return *fault;
  if (packet_fault) return *packet_fault;
  draft.allowed_recovery_actions = actions.view();
  draft.attempted_step_digests = digests.view();
  draft.reviewer_packet.evidence_references = evidence.view();
  return make(draft);
}

}  // namespace tripcheck::escalation::impl
