/** What a page claims, with a note beside it while that is sample text (in the demo alone). */
export function Claim({ claim }: { claim: { text: string; sample?: true | undefined } }) {
  return (
    <>
      {claim.text}
      {claim.sample ? <SampleNote /> : null}
    </>
  );
}

export function SampleNote() {
  return <span className="text-muted"> (sample, shown in the demo only)</span>;
}
