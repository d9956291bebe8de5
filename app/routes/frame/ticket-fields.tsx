import type { ComponentProps } from 'react';
import { TextArea, TextField } from '#app/ui/field.tsx';

/** What every form that opens a ticket asks for (P70), with what has been typed. */
export function TicketFields({
  subject,
  message,
  labels,
  limits,
}: {
  subject: Omit<ComponentProps<typeof TextField>, 'label'>;
  message: Omit<ComponentProps<typeof TextArea>, 'label'>;
  labels: { subject: string; message: string };
  limits: { subjectLength: number; messageLength: number };
}) {
  return (
    <>
      <TextField {...subject} label={labels.subject} required maxLength={limits.subjectLength} />
      <TextArea {...message} label={labels.message} required maxLength={limits.messageLength} rows={7} />
    </>
  );
}
