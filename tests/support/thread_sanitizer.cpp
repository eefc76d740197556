// What the thread sanitizer is told in every test program. oneTBB synchronises inside a library that is not
// instrumented, so that the sanitizer takes its reused memory for a race; and libstdc++ counts the owners of an
// exception in code that is not instrumented either, so that its last owner seems to free it too soon. Our own code
// gets no such pardon.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WARNER_UNDER_THREAD_SANITIZER
#endif
#elif defined(__SANITIZE_THREAD__)
#define WARNER_UNDER_THREAD_SANITIZER
#endif

#ifdef WARNER_UNDER_THREAD_SANITIZER
extern "C" char const* __tsan_default_suppressions();
extern "C" char const* __tsan_default_suppressions() {
  return "race:tbb::detail\ncalled_from_lib:libtbb.so\nrace:__cxa_allocate_exception\n";
}
#endif
