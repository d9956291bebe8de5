import { CopyField } from '#app/ui/copy-field.tsx';

interface ReferralLinkFieldProps {
  copy: { title: string; text: string };
  link: string;
  copiedMessage: string;
}

/** An affiliate's own link, to take along, and what it does. */
export function ReferralLinkField({ copy, link, copiedMessage }: ReferralLinkFieldProps) {
  return (
    <div className="grid w-full gap-2">
      <CopyField id="referral-link" label={copy.title} value={link} copiedMessage={copiedMessage} />
      <p className="text-sm text-muted">{copy.text}</p>
    </div>
  );
}
