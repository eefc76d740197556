#pragma once

namespace warner::cli {

/// Takes the numbers 0, 1 and 2 where they are closed, so that no file that is opened gets one, and what is printed
/// goes into none. Reading and writing there fails as before. To be called first.
void take_standard_streams();

}  // namespace warner::cli
