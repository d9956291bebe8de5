import { Link } from 'react-router';

const links = [
  { to: '/pricing', label: 'Pricing' },
  { to: '/affiliate-program', label: 'Affiliate programme' },
  { to: '/support', label: 'Support' },
];

const legalLinks = [
  { to: '/legal/terms', label: 'Terms' },
  { to: '/legal/privacy', label: 'Privacy' },
  { to: '/legal/refund-policy', label: 'Refunds' },
  { to: '/legal/affiliate-agreement', label: 'Affiliate agreement' },
  { to: '/legal/earnings-disclaimer', label: 'Earnings disclaimer' },
];

/** The foot of every page. The year line reads 2025, or 2025 to the present year (decision 39). */
export function SiteFooter({ brandName, year }: { brandName: string; year: number }) {
  return (
    <footer className="no-print mt-auto border-t border-line">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-8 text-sm text-muted">
        <p>
          © {year > 2025 ? `2025-${year}` : '2025'} {brandName}
        </p>
        <FooterLinks label="Footer" links={links} />
        <FooterLinks label="Legal" links={legalLinks} className="w-full border-t border-line pt-1" />
      </div>
    </footer>
  );
}

function FooterLinks({
  label,
  links: shown,
  className,
}: {
  label: string;
  links: typeof links;
  className?: string;
}) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap gap-x-6">
        {shown.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:text-accent"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
