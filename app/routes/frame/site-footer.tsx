import { Link } from '#app/ui/link.tsx';
import { SameForAll } from '#app/ui/same-for-all.tsx';

const learnLinks = [
  { to: '/demo', label: 'Read a lesson' },
  { to: '/tutorials', label: 'Tutorials' },
  { to: '/playbooks', label: 'Playbooks' },
  { to: '/search', label: 'Search' },
  { to: '/whats-new', label: "What's new" },
];

const membershipLinks = [
  { to: '/pricing', label: 'Pricing' },
  { to: '/gift', label: 'Give a membership' },
  { to: '/affiliate-program', label: 'Affiliate program' },
  { to: '/support', label: 'Support' },
];

const legalLinks = [
  { to: '/legal/terms', label: 'Terms' },
  { to: '/legal/privacy', label: 'Privacy' },
  { to: '/legal/refund-policy', label: 'Refunds' },
  { to: '/legal/affiliate-agreement', label: 'Affiliate agreement' },
  { to: '/legal/earnings-disclaimer', label: 'Earnings disclaimer' },
];

// Markup of the server alone: browsers keep it (frame-foot.tsx).

interface Foot {
  brandName: string;
  year: number;
}

/** Reads 2025, or 2025 to the present year (P39). */
function YearLine({ brandName, year, className }: Foot & { className: string }) {
  return (
    <p className={className}>
      © {year > 2025 ? `2025-${year}` : '2025'} {brandName}
    </p>
  );
}

/** The foot of every page. */
export function SiteFooter({ brandName, year }: Foot) {
  return (
    <SameForAll
      name={`footer ${year} ${brandName}`}
      className="page flex flex-wrap gap-x-8 gap-y-6 py-10 text-sm text-muted md:gap-x-16"
    >
      {() => (
        <>
          <YearLine
            brandName={brandName}
            year={year}
            className="max-md:order-last max-md:w-full md:grow md:basis-28 md:leading-9"
          />
          <FooterLinks label="Learn" links={learnLinks} />
          <FooterLinks label="Membership" links={membershipLinks} />
          <FooterLinks label="Legal" links={legalLinks} isWide />
        </>
      )}
    </SameForAll>
  );
}

/** The foot of a checkout: the texts that one accepts there. */
export function QuietFooter({ brandName, year }: Foot) {
  return (
    <div className="page flex flex-wrap items-center gap-x-6 py-4 text-sm text-muted">
      <YearLine brandName={brandName} year={year} className="grow" />
      {legalLinks.slice(0, 3).map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          target="_blank"
          className="inline-flex min-h-11 items-center no-underline underline-offset-4 hover:text-accent hover:underline"
        >
          {label}
        </Link>
      ))}
    </div>
  );
}

interface FooterLinksProps {
  label: string;
  links: { to: string; label: string }[];
  /** On a phone over the whole width, side by side. */
  isWide?: boolean;
}

function FooterLinks({ label, links, isWide = false }: FooterLinksProps) {
  return (
    <nav aria-label={label} className={isWide ? 'max-md:w-full' : undefined}>
      <p aria-hidden="true" className="font-semibold text-ink md:leading-9">
        {label}
      </p>
      <ul className={isWide ? 'flex flex-wrap gap-x-6 md:grid' : undefined}>
        {links.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              className="inline-flex min-h-11 items-center no-underline underline-offset-4 hover:text-accent hover:underline md:min-h-9"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
