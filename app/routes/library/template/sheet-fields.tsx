import { isOfRecords, longestCell } from '#app/domain/learning/templates/limits.ts';
import type { Sheet, SheetCell, SheetRow, SheetTable } from '#app/domain/learning/templates/sheets.server.ts';
import type { ShownField } from '#app/routes/http/form-fields.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Disclosure } from '#app/ui/disclosure.tsx';

type FieldOf = (name: string) => ShownField;

/** The cells of a sheet as fields: rows of few columns side by side where there is room, records one below the other. */
export function SheetFields({ sheet, field }: { sheet: Sheet; field: FieldOf }) {
  return sheet.tables.map((table, at) => (
    <fieldset
      // biome-ignore lint/suspicious/noArrayIndexKey: tables of a file stay where they are
      key={at}
      className="grid min-w-0 grid-cols-1 gap-3"
    >
      <legend className="mb-3 w-full border-b border-line pb-1 font-display text-xl">
        {isOfRecords(table) ? 'Rows' : table.head[0]}
      </legend>
      {isOfRecords(table)
        ? table.rows.map((row, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file stay where they are
            <Record key={nth} table={table} row={row} nth={nth} field={field} />
          ))
        : // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file stay where they are
          table.rows.map((row, nth) => <Line key={nth} table={table} row={row} nth={nth} field={field} />)}
    </fieldset>
  ));
}

interface RowProps {
  table: SheetTable;
  row: SheetRow;
  nth: number;
  field: FieldOf;
}

const isInput = (cell: SheetCell): cell is SheetCell & { kind: 'input' } => cell.kind === 'input';

/** A row whose first cell names it, or which is counted. */
function Line({ table, row, nth, field }: RowProps) {
  const [first] = row.cells;
  const inputs = row.cells.flatMap((cell, column) => (isInput(cell) ? [{ cell, column }] : []));
  if (inputs.length === 0) return null;
  const name = first?.kind === 'label' ? first.text : `${nth + 1}.`;
  return (
    <div className="grid grid-cols-1 gap-x-3 gap-y-2 sm:grid-cols-4">
      <p
        className={classNames(
          'text-sm font-semibold sm:self-center',
          // Counted where rows stand below each other.
          first?.kind === 'label' ? null : 'sm:hidden',
        )}
      >
        {name}
      </p>
      {inputs.map(({ cell, column }) => (
        <CellField
          key={cell.key}
          cell={cell}
          // Where a row has a single field, the row's name is the field's.
          label={cell.isWide || table.head.length === 1 ? '' : (table.head[column] ?? '')}
          field={field}
          className={cell.isWide ? 'sm:col-span-3' : undefined}
          // Side by side, the first row names the columns.
          hidesLabel={nth > 0}
        />
      ))}
    </div>
  );
}

/** A record of many columns; the first is open, and those that have something. */
function Record({ table, row, nth, field }: RowProps) {
  const inputs = row.cells.flatMap((cell, column) => (isInput(cell) ? [{ cell, column }] : []));
  const isFilled = inputs.some(({ cell }) => {
    const { defaultValue, errors } = field(cell.key);
    return defaultValue || errors;
  });
  const firstWords = inputs[0] ? field(inputs[0].cell.key).defaultValue : undefined;
  return (
    <Disclosure title={firstWords || `Row ${nth + 1}`} open={nth === 0 || Boolean(isFilled)}>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {inputs.map(({ cell, column }) => (
          <CellField key={cell.key} cell={cell} label={table.head[column] ?? ''} field={field} />
        ))}
      </div>
    </Disclosure>
  );
}

const placeholders: Partial<Record<(SheetCell & { kind: 'input' })['form'], string>> = {
  money: '$',
  percent: '%',
};

/** One cell; its whole name is told to those who cannot see the row it stands in. */
function CellField({
  cell,
  label,
  field,
  className,
  hidesLabel = false,
}: {
  cell: SheetCell & { kind: 'input' };
  label: string;
  field: FieldOf;
  className?: string | undefined;
  hidesLabel?: boolean;
}) {
  const { id, name, defaultValue, errors } = field(cell.key);
  const isNumber = cell.form !== 'text' && cell.form !== 'date';
  return (
    <div className={classNames('grid min-w-0 content-end gap-1', className)}>
      {label ? (
        <label htmlFor={id} className={classNames('text-xs text-muted', hidesLabel && 'sm:sr-only')}>
          {label}
        </label>
      ) : null}
      <input
        id={id}
        name={name}
        type={cell.form === 'date' ? 'date' : 'text'}
        dir={cell.form === 'text' ? 'auto' : undefined}
        defaultValue={defaultValue}
        aria-label={cell.label}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={errors?.length ? `${id}-error` : undefined}
        inputMode={isNumber ? 'decimal' : undefined}
        placeholder={placeholders[cell.form]}
        maxLength={longestCell}
        autoComplete="off"
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 py-2 text-base text-ink tabular-nums placeholder:text-muted aria-invalid:border-danger"
      />
      {errors?.length ? (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {errors.join(' ')}
        </p>
      ) : null}
    </div>
  );
}
