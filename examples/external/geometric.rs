// A count with two-sided geometric noise, in integers, at epsilon = 1; each release is eight bytes, which is faster than text.
//
//   rustc -O -o geometric examples/external/geometric.rs
//   warner measure --exec ./geometric --d '[0]' --d-prime '[1]'
use std::io::{self, BufRead, BufWriter, Write};

fn number_after(line: &str, key: &str) -> f64 {
    let rest = &line[line.find(key).expect(key) + key.len()..];
    rest.trim_start_matches(|c| c == '[' || c == ' ').split(|c| ",]} ".contains(c)).next().unwrap().parse().expect(key)
}

fn uniform(state: &mut u64) -> f64 { // SplitMix64, in (0, 1)
    *state = state.wrapping_add(0x9e3779b97f4a7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
    ((z ^ (z >> 31)) >> 11) as f64 / 9007199254740992.0 + 1.0 / 18014398509481984.0
}

fn main() {
    let mut out = BufWriter::new(io::stdout());
    if std::env::var("WARNER_PROTOCOL").as_deref() == Ok("2") { // version 2 lets it say what it is; without this line it speaks version 1
        writeln!(out, r#"{{"warner": 2, "name": "a geometric count", "version": "1", "claim": {{"epsilon": 1}}, "relation": "add-remove", "seeded": true, "binary": 1}}"#).unwrap();
    }
    for line in io::stdin().lock().lines().map(|line| line.unwrap()) {
        let mut state = number_after(&line, "\"seed\":") as u64;
        for _ in 0..number_after(&line, "\"trials\":") as u64 {
            let noise = (-uniform(&mut state).ln()).floor() - (-uniform(&mut state).ln()).floor();
            out.write_all(&(number_after(&line, "\"dataset\":") + noise).to_le_bytes()).unwrap();
        }
        out.flush().unwrap();
    }
}
