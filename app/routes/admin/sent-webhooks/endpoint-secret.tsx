import type { ReactNode } from 'react';
import { Card } from '#app/ui/card.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** An endpoint's secret: this once. */
export function SecretShown({ secret, children }: { secret: string; children?: ReactNode }) {
  return (
    <Card className="grid max-w-3xl gap-3">
      <Notice live>Save this secret securely - it won&apos;t be shown again!</Notice>
      <CopyField
        id="new-secret"
        label="The secret that events are signed with"
        value={secret}
        copiedMessage="The secret is copied."
        button="Copy secret"
      />
      {children}
    </Card>
  );
}
