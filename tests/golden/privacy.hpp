#pragma once

// Privacy to thirty-odd digits, computed with mpmath at two precisions that agree; rounded here to a double when
// compiled.
namespace warner::golden {

inline constexpr double discrete_gaussian_1_total_variation =
    0.3989422782668617055816805363892074;                                                   // sigma2 = 1, shift 1
inline constexpr double discrete_gaussian_1_epsilon = 3.271863508865924553013367325144154;  // at delta 1e-3
inline constexpr double k_ary_1_3_total_variation =
    0.3641753271487436647874783854577505;  // epsilon 1, three categories
inline constexpr double discrete_laplace_1_total_variation = 0.4621171572600097585023184836436725;  // rate 1, shift 1
inline constexpr double staircase_half_beta =
    0.9835127872929987185315134921218584;  // epsilon 1/2, best gamma, at alpha 0.01
inline constexpr double staircase_half_total_variation = 0.2402522251221714958426386069912932;
inline constexpr double optimal_two_tenths_delta =
    0.04995837495787997219838636520828432;  // (0.1, 0) twice, at epsilon 0 [KOV15]
inline constexpr double optimal_two_tenths_epsilon = 0.1963649957807839572369952178070357;   // at delta 1e-3
inline constexpr double advanced_two_tenths_epsilon = 0.6996482260566407046506505795836750;  // slack 1e-5 [DRV10]
inline constexpr double subsampled_gaussian_remove_renyi_2 =
    0.0001718134220745479309906572789834121;  // q = 0.01, sigma = 1
inline constexpr double subsampled_gaussian_add_epsilon =
    1.4166619480361751068161;  // q = 0.01, sigma = 1, 1000 times, at delta 1e-5
inline constexpr double subsampled_gaussian_remove_epsilon = 1.82823667;
inline constexpr double gaussian_hundred_epsilon = 7.511276;  // mu = 0.05, 1000 times, at delta 1e-5

}  // namespace warner::golden
