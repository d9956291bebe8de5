import type { Block } from '#app/domain/publishing/differences.ts';

/** What differs between two versions: what came is underlined, what went is struck out. */
export function Differences({ from, to, blocks }: { from: number; to: number; blocks: readonly Block[] }) {
  return (
    <section aria-labelledby="differences" className="grid grid-cols-1 gap-3">
      <h2 id="differences" className="text-lg">
        From {from === 0 ? 'the file' : `version ${from}`} to {to === 0 ? 'the file' : `version ${to}`}
      </h2>
      {blocks.length === 0 ? (
        <p className="text-sm text-muted">They say the same.</p>
      ) : (
        <div className="rounded-card border border-line bg-surface p-4 font-mono text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {blocks.map((block, index) =>
            block.isSame ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and never move.
              <div key={index} className="text-muted">
                {block.text}
              </div>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and never move.
              <div key={index} className="my-1 border-l-4 border-accent pl-3">
                {block.stretches.map(({ kind, text }, at) =>
                  kind === 'same' ? (
                    text
                  ) : kind === 'added' ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and never move.
                    <ins key={at} className="bg-good-soft text-good">
                      {text}
                    </ins>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and never move.
                    <del key={at} className="bg-danger-soft text-danger">
                      {text}
                    </del>
                  ),
                )}
              </div>
            ),
          )}
        </div>
      )}
    </section>
  );
}
