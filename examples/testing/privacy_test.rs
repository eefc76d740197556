//! Privacy as a test of cargo: tests/privacy.rs of a package whose program `geometric` is examples/external/geometric.rs.
//! `warner` ends with 0 where the claim is not refuted, with 1 where it is, and with 2 or 4 where no audit took place.
use std::process::Command;

fn check(epsilon: &str) -> Option<i32> {
    let audit = ["check", "--exec", env!("CARGO_BIN_EXE_geometric"), "--d", "[0]", "--d-prime", "[1]", "--level", "1e-6", "--budget", "1e5"];
    let status = Command::new("warner").args(audit).args(["--claim-epsilon", epsilon]).status();
    status.expect("warner is on the PATH").code()
}

#[test]
fn the_count_is_as_private_as_it_claims() { assert_eq!(check("1"), Some(0)); }

#[test]
fn the_test_can_fail() { assert_eq!(check("0.5"), Some(1)); }
