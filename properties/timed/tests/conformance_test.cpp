// The implementation through the door that users take.
#include <tripcheck/impl/timed/breaker.hpp>
#include <tripcheck/properties/timed/conformance.hpp>

INSTANTIATE_TYPED_TEST_SUITE_P(Implementation, TimedConformance, tripcheck::timed::impl::Breaker);
