// The implementation through the door that users take.
#include <tripcheck/impl/expeditor/expeditor.hpp>
#include <tripcheck/properties/expeditor/conformance.hpp>

INSTANTIATE_TYPED_TEST_SUITE_P(Implementation, ExpeditorConformance,
                               tripcheck::expeditor::impl::Expeditor);
