// The implementation through the door that users take.
#include <tripcheck/properties/escalation/builtin.hpp>
#include <tripcheck/properties/escalation/conformance.hpp>

INSTANTIATE_TYPED_TEST_SUITE_P(Implementation, EscalationConformance,
                               tripcheck::escalation::Implementation);
