import type { ListedCode } from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { type ReductionTerms, termsText } from '#app/domain/programme/affiliates/promotion-rules.ts';
import type { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Table } from '#app/ui/table.tsx';

interface PromotionCodesProps {
  copy: ReturnType<typeof affiliateToolsCopy>['codes'];
  codes: readonly (ListedCode & { address: string })[];
  /** Whether affiliates may make codes themselves. */
  mayMake: boolean;
  reply: FormReply | undefined;
}

/** What a code takes off: "20%" of the first payment, as the heading says, or in full. */
const offText = (reduction: ReductionTerms) =>
  reduction.months === null && reduction.percentOff > 0 ? `${reduction.percentOff}%` : termsText(reduction);

/** An affiliate's promotion codes, and where the operator allows it a form for another. */
export function PromotionCodes({ copy, codes, mayMake, reply }: PromotionCodesProps) {
  const form = formFields<{ promotionCode: string }>('make-code', reply);
  const anyOff = codes.some(
    ({ percentOff, amountOffCents, isEnded }) => (percentOff > 0 || amountOffCents > 0) && !isEnded,
  );
  return (
    <section aria-labelledby="codes" className="grid gap-5">
      <div className="grid max-w-prose gap-1">
        <h2 id="codes">{copy.title}</h2>
        <p className="text-muted">{codes.length > 0 || mayMake ? copy.text : copy.none}</p>
      </div>
      {codes.length > 0 ? (
        <Table
          caption={`${copy.title}: ${codes.length}`}
          head={[copy.code, copy.off, copy.address, copy.end]}
        >
          {codes.map(({ code, isOperators, isEnded, address, ...reduction }) => (
            <tr key={code}>
              <td className="font-semibold whitespace-nowrap">{code}</td>
              <td className="tabular-nums">{offText(reduction) ?? copy.nothingOff}</td>
              <td className="min-w-56 wrap-anywhere">{isEnded ? '' : address}</td>
              <td>
                {isEnded ? (
                  <Badge>{copy.endedMark}</Badge>
                ) : isOperators ? null : (
                  <form method="post" action="/affiliate-centre/tools">
                    <input type="hidden" name="code" value={code} />
                    <SubmitButton
                      variant="quiet"
                      intent="end-code"
                      pendingLabel={copy.end}
                      aria-label={`${copy.end} ${code}`}
                      className="whitespace-nowrap"
                    >
                      {copy.end}
                    </SubmitButton>
                  </form>
                )}
              </td>
            </tr>
          ))}
        </Table>
      ) : null}
      {anyOff ? <p className="text-sm text-muted">{copy.fullPrice}</p> : null}
      {mayMake ? (
        <form
          method="post"
          noValidate
          action="/affiliate-centre/tools#codes"
          id={form.id}
          className="grid max-w-xl gap-3"
        >
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            {...form.field('promotionCode')}
            label={copy.label}
            hint={copy.hint}
            required
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            beside={
              <SubmitButton variant="secondary" intent="make-code" pendingLabel={copy.making}>
                {copy.button}
              </SubmitButton>
            }
          />
        </form>
      ) : null}
    </section>
  );
}
