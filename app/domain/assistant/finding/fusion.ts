/** One ranking of the pieces: how well each fits, and how much the ranking says. A piece that it knows nothing of has NaN. */
export interface Ranking {
  scores: ArrayLike<number>;
  weight: number;
}

/**
 * Several rankings of the same pieces as one. Their scores have nothing in common, so each is told in standard deviations from its own
 * mean (z-scores): a piece that stands out in one and is nothing special in another is still ahead of what is fair in both.
 */
export function fuse(rankings: readonly Ranking[], count: number): Float64Array {
  const fused = new Float64Array(count);
  for (const { scores, weight } of rankings) {
    const numbers = Array.from(scores).filter((score) => !Number.isNaN(score));
    const mean = numbers.reduce((sum, score) => sum + score, 0) / Math.max(1, numbers.length);
    const variance =
      numbers.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, numbers.length);
    const deviation = Math.sqrt(variance);
    if (deviation < 1e-9) continue;
    for (let piece = 0; piece < count; piece += 1) {
      const score = scores[piece] ?? Number.NaN;
      if (!Number.isNaN(score)) fused[piece] = (fused[piece] ?? 0) + (weight * (score - mean)) / deviation;
    }
  }
  return fused;
}

/**
 * Scores of parts as scores of what they belong to: the best counts whole, the ones after it by `shares`.
 * @param owners of each part: the place of what it belongs to
 */
export function addUp(
  scores: ArrayLike<number>,
  owners: ArrayLike<number>,
  count: number,
  shares: readonly number[],
): Float64Array {
  const best = Array.from({ length: count }, () => new Float64Array(shares.length).fill(Number.NaN));
  for (let part = 0; part < scores.length; part += 1) {
    let score = scores[part] ?? Number.NaN;
    const list = best[owners[part] ?? -1];
    if (!list || Number.isNaN(score)) continue;
    for (let place = 0; place < list.length; place += 1) {
      const there = list[place] ?? Number.NaN;
      if (!Number.isNaN(there) && there >= score) continue;
      list[place] = score;
      score = there;
      if (Number.isNaN(score)) break;
    }
  }
  return Float64Array.from(best, (list) =>
    list.reduce(
      (sum, score, place) =>
        Number.isNaN(score) ? sum : (Number.isNaN(sum) ? 0 : sum) + score * (shares[place] ?? 0),
      Number.NaN,
    ),
  );
}
