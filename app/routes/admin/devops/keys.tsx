import { type DevopsPermission, devopsPermissions } from '#app/domain/operating/devops/permissions.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { CheckboxField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** A key as the list shows it. */
interface ShownKey {
  id: string;
  name: string;
  hint: string;
  permissions: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  isActive: boolean;
  isRotated: boolean;
}

/** The box of a permission: names of fields have no colon. */
export const fieldOf = (permission: string): string => permission.replace(':', '_');

/** The keys there are, with what can be done to each. */
export function KeyList({
  keys,
  path,
  mayManage,
}: {
  keys: readonly ShownKey[];
  path: string;
  mayManage: boolean;
}) {
  if (keys.length === 0) return <EmptyState title="No keys yet" />;
  return (
    <DataTable
      caption="Keys"
      rows={keys}
      keyOf={(key) => key.id}
      columns={[
        { label: 'Name', cell: (key) => <bdi>{key.name}</bdi> },
        { label: 'Key', cell: (key) => <code className="text-xs whitespace-nowrap">…{key.hint}</code> },
        { label: 'May', cell: (key) => <span className="text-xs">{key.permissions.join(', ')}</span> },
        {
          label: 'State',
          cell: (key) => (
            <span className="whitespace-nowrap">
              {key.isActive ? (
                <Badge tone={key.isRotated ? 'warn' : 'good'}>{key.isRotated ? 'Rotated' : 'Active'}</Badge>
              ) : (
                <Badge>Ended</Badge>
              )}
            </span>
          ),
        },
        { label: 'Made', cell: (key) => <Moment at={key.createdAt} /> },
        { label: 'Last used', cell: (key) => (key.lastUsedAt ? <Moment at={key.lastUsedAt} /> : 'Never') },
        {
          label: 'Until',
          cell: (key) =>
            key.expiresAt ? <Moment at={key.expiresAt} /> : <span className="whitespace-nowrap">No end</span>,
        },
        {
          label: 'What to do',
          isHidden: true,
          isShown: mayManage,
          cell: (key) =>
            key.isActive ? (
              <form method="post" action={path} className="flex flex-wrap gap-1">
                <input type="hidden" name="id" value={key.id} />
                {key.isRotated ? null : (
                  <SubmitButton
                    intent="rotate"
                    variant="quiet"
                    pendingLabel="Rotating..."
                    aria-label={`Rotate ${key.name} …${key.hint}`}
                  >
                    Rotate
                  </SubmitButton>
                )}
                <SubmitButton
                  intent="revoke"
                  variant="danger"
                  pendingLabel="Revoking..."
                  aria-label={`Revoke ${key.name} …${key.hint}`}
                >
                  Revoke
                </SubmitButton>
              </form>
            ) : null,
        },
      ]}
    />
  );
}

/** The form that makes a key. */
export function NewKey({
  path,
  formKey,
  reply,
}: {
  path: string;
  formKey: string;
  reply: FormReply | undefined;
}) {
  const form = formFields<Record<string, string>>('new-devops-key', reply, { formKey });
  const ticked = (permission: string) =>
    reply
      ? form.field(fieldOf(permission)).defaultValue !== undefined
      : !['metrics:read', 'webhooks:write', 'accounts:manage'].includes(permission);
  return (
    <Card>
      <form method="post" noValidate action={path} id={form.id} className="grid gap-4">
        <h3 className="text-lg">Generate a key</h3>
        <input type="hidden" name="formKey" value={formKey} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('name')}
            label="Name"
            placeholder="DevOps Integration Key"
            maxLength={60}
            autoComplete="off"
          />
          <TextField
            {...form.field('endsOn')}
            type="date"
            label="Last day"
            hint="Leave empty for a key that doesn’t expire."
          />
        </div>
        <fieldset className="grid gap-x-6 sm:grid-cols-2">
          <legend className="pb-1 text-sm font-semibold">What it may do</legend>
          <div className="sm:col-span-2">
            <FormErrors id={`${form.id}-permissions-error`} errors={form.field('permissions').errors} />
          </div>
          {(Object.entries(devopsPermissions) as [DevopsPermission, string][]).map(([permission, label]) => (
            <CheckboxField
              key={permission}
              id={`${form.id}-${fieldOf(permission)}`}
              name={fieldOf(permission)}
              defaultChecked={ticked(permission)}
              label={
                <>
                  {label} <code className="text-xs text-muted">{permission}</code>
                </>
              }
            />
          ))}
        </fieldset>
        <div>
          <SubmitButton intent="make" pendingLabel="Generating...">
            Generate key
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
