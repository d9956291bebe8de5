import { CopyField } from '#app/ui/copy-field.tsx';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface ReferralLinkFieldProps {
  copy: { title: string; text: string };
  link: string;
  copiedMessage: string;
  /** When the affiliate's account will be deleted, as they asked: then there is nothing to share. */
  deletionDueAt: Date | null;
}

/** An affiliate's own link, to take along, and what it does; to somebody who is leaving, why it is not there. */
export function ReferralLinkField({ copy, link, copiedMessage, deletionDueAt }: ReferralLinkFieldProps) {
  if (deletionDueAt)
    return (
      <Notice tone="info">
        <p>
          Your account will be deleted on <Day at={deletionDueAt} />, so your referral link is no longer
          shown. To share it again,{' '}
          <Link to="/profile/security/data" className="link">
            keep your account
          </Link>
          .
        </p>
      </Notice>
    );
  return (
    <div className="grid w-full gap-2">
      <CopyField id="referral-link" label={copy.title} value={link} copiedMessage={copiedMessage} />
      <p className="text-sm text-muted">{copy.text}</p>
    </div>
  );
}
