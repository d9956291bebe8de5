import calculatorScript from 'virtual:calculator-script';
import type { Calculator, CalculatorField } from '#app/domain/learning/calculators/calculators.ts';
import { Button } from '#app/ui/button.tsx';
import { NumberField } from '#app/ui/field.tsx';

/**
 * The numbers of a calculator. Sent, they become the address of the result; with scripts (live.ts) the result follows what is typed.
 */
export function CalculatorForm({
  calculator,
  path,
  errors,
}: {
  calculator: Omit<Calculator, 'fields'> & { fields: (CalculatorField & { typed: string })[] };
  path: string;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <form
      action={path}
      data-calculator={calculator.slug}
      data-script={calculatorScript}
      className="grid grid-cols-1 gap-5"
      aria-label="Your numbers"
    >
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2">
        {calculator.fields.map(({ name, label, unit, hint, typed }) => (
          <NumberField
            key={name}
            id={`calculator-${name}`}
            name={name}
            label={label}
            unit={unit}
            hint={hint}
            defaultValue={typed}
            error={errors[name]}
          />
        ))}
      </div>
      <Button type="submit" className="justify-self-start">
        Work it out
      </Button>
    </form>
  );
}
