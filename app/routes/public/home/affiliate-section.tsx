import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';

interface AffiliateSectionProps {
  copy: { title: string; text: string; perMember: string; perPair: string; link: string };
  perMember: string;
  perPair: string;
}

export function AffiliateSection({ copy, perMember, perPair }: AffiliateSectionProps) {
  return (
    <section aria-labelledby="affiliate" className="page section">
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:items-center lg:gap-20">
        <div className="order-2 grid gap-8 lg:order-1">
          <ReferralFigure />
          <dl className="grid grid-cols-2 gap-6">
            <Sum amount={perMember} name={copy.perMember} />
            <Sum amount={perPair} name={copy.perPair} />
          </dl>
        </div>
        <div className="order-1 grid justify-items-start gap-5 lg:order-2">
          <h2 id="affiliate" className="headline">
            {copy.title}
          </h2>
          <p className="text-lg text-muted">{copy.text}</p>
          <ButtonLink variant="secondary" to="/affiliate-program">
            {copy.link} <ArrowRight />
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

function Sum({ amount, name }: { amount: string; name: string }) {
  return (
    <div className="grid content-start border-t border-line-strong pt-3">
      <dt className="order-2 text-sm text-muted">{name}</dt>
      <dd className="font-display text-3xl leading-tight font-medium tabular-nums sm:text-5xl">{amount}</dd>
    </div>
  );
}

/** One link, passed on: from you to two members, and a share of each payment back. Decoration beside the figures. */
function ReferralFigure() {
  return (
    <svg viewBox="26 4 388 186" className="h-auto w-full max-w-md" aria-hidden="true" focusable="false">
      <g className="f-none s-ink" strokeWidth="2" strokeLinecap="round">
        <path d="M92 95C150 95 170 42 250 42" />
        <path d="M92 95C150 95 170 148 250 148" />
      </g>
      <g className="f-none s-accent" strokeWidth="2" strokeDasharray="1 7" strokeLinecap="round">
        <path d="M250 62C190 66 164 96 98 106" />
        <path d="M250 168C180 168 140 134 92 118" />
      </g>
      <circle cx="62" cy="95" r="34" className="f-accent" />
      <g className="f-none stroke-on-accent" strokeWidth="3" strokeLinecap="round">
        <path d="M55 103l14-14M60 84l5-5a9 9 0 0 1 13 13l-5 5M64 106l-5 5a9 9 0 0 1-13-13l5-5" />
      </g>
      {[48, 154].map((y) => (
        <g key={y}>
          <rect x="250" y={y - 34} width="160" height="66" rx="10" className="f-surface s-line" />
          <circle cx="282" cy={y - 1} r="15" className="f-soft" />
          <path
            d={`M310 ${y - 10}h76M310 ${y + 6}h44`}
            className="s-line"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <path
            d={`M276 ${y - 1}l4.5 4.5 8-9`}
            className="f-none s-accent"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      ))}
    </svg>
  );
}
