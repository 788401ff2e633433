import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { findEarnings } from '@handover/contract/businesses/valuations.ts';
import type { FinancingRule } from '@handover/contract/businesses/valuation-tables.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import type { ReactElement } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import { AffordabilityFacts } from './affordability-facts.tsx';
import styles from './affordability.module.css';
import type { BuyerCase, BuyerMoneyField, CaseValues } from './use-buyer-case.ts';

interface AffordabilityPanelProps {
  business: BusinessDetail;
  rules: readonly FinancingRule[];
  buyer: BuyerCase;
}

/** Calculator with the buyer's case on the left and the result on the right. */
export function AffordabilityPanel({ business, rules, buyer }: AffordabilityPanelProps): ReactElement {
  const { sdeCents, ebitdaCents, currency } = business;
  if (sdeCents === null && ebitdaCents === null)
    return <p className={styles['remark']}>Add SDE or EBITDA to the record to calculate this.</p>;
  return (
    <div className={styles['panel']}>
      <form className={styles['inputs']} noValidate onSubmit={(event) => event.preventDefault()}>
        <Basis business={business} buyer={buyer} />
        <Fields rules={rules} buyer={buyer} currency={currency} />
        {buyer.isDirty && (
          <div>
            <Button variant="text" size="small" onClick={buyer.startOver}>
              Start over
            </Button>
          </div>
        )}
      </form>
      <div className={styles['output']} role="group" aria-label="What the buyer can pay">
        {buyer.filled === null ? (
          <p className={styles['remark']}>
            {buyer.missing === null
              ? 'Correct the highlighted figure to see the result.'
              : `Enter ${buyer.missing} to see the result.`}
          </p>
        ) : (
          <AffordabilityFacts
            isLive
            affordability={buyer.filled.result}
            currency={currency}
            askingPriceCents={business.reducedPriceCents ?? business.askingPriceCents}
          />
        )}
      </div>
    </div>
  );
}

/** SDE or adjusted EBITDA of the record; either may be missing. */
function Basis({ business, buyer }: Pick<AffordabilityPanelProps, 'business' | 'buyer'>): ReactElement {
  const { sdeCents, ebitdaCents, currency } = business;
  const cents = findEarnings(buyer.basis, business);
  return (
    <>
      <LabeledSelect label="Cash flow from" {...buyer.form.register('basis')}>
        <option value="sde" disabled={sdeCents === null}>
          SDE less a replacement salary
        </option>
        <option value="ebitda" disabled={ebitdaCents === null}>
          Adjusted EBITDA
        </option>
      </LabeledSelect>
      {cents !== null && (
        <p className={styles['remark']}>
          {buyer.basis === 'sde' ? 'SDE' : 'Adjusted EBITDA'} of the record:{' '}
          <MoneyText isPrice amountCents={cents} currency={currency} />
          {buyer.basis === 'ebitda' && '. It must include a market salary for the owner’s role.'}
        </p>
      )}
    </>
  );
}

type FieldsProps = Pick<AffordabilityPanelProps, 'rules' | 'buyer'> & { currency: string };

function Fields({ rules, buyer, currency }: FieldsProps): ReactElement {
  const { form, rule, hasRealEstate } = buyer;
  const { control } = form;
  const isNoteOnStandby = useWatch({ control, name: 'isNoteOnStandby' });
  const number = { control, inputMode: 'decimal', autoComplete: 'off' } as const;
  const money = { control, currency };
  return (
    <div className={styles['fields']}>
      {buyer.basis === 'sde' && (
        <MoneyInput
          {...money}
          name="replacementSalaryCents"
          label="Replacement salary"
          hint="Annual cost of replacing the owner"
        />
      )}
      <MoneyInput {...money} name="capexCents" label="Capex" hint="Per year" />
      <LabeledSelect
        label="Financing rule"
        value={rule.id}
        onChange={(event) => buyer.chooseRule(event.target.value)}
      >
        {rules.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </LabeledSelect>
      <FormTextField
        {...number}
        name="ratePercent"
        label="Interest rate"
        endAdornment={<InputAdornment position="end">%</InputAdornment>}
      />
      <FormTextField
        {...number}
        name="months"
        label="Term"
        endAdornment={<InputAdornment position="end">months</InputAdornment>}
      />
      <FormTextField
        {...number}
        name="dscr"
        label="DSCR"
        hint={`Minimum ${rule.floorDscr.toFixed(2)}, typical ${rule.usualDscr.toFixed(2)}`}
      />
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={hasRealEstate}
          onChange={(event) => buyer.setRealEstate(event.target.checked)}
        />
        Includes real estate (longer term)
      </label>
      <MoneyInput {...money} name="cashCents" label="Buyer’s cash" />
      <MoneyInput {...money} name="sellerNoteCents" label="Seller note" />
      <label className={styles['check']}>
        <input type="checkbox" {...form.register('isNoteOnStandby')} />
        Note on full standby (counts toward the injection)
      </label>
      {!isNoteOnStandby && (
        <MoneyInput {...money} name="notePaymentsCents" label="Note payments" hint="Per year" />
      )}
      <MoneyInput {...money} name="closingCostsCents" label="Closing costs" />
      <MoneyInput {...money} name="workingCapitalCents" label="Working capital" />
    </div>
  );
}

interface MoneyInputProps {
  control: Control<CaseValues>;
  name: BuyerMoneyField;
  label: string;
  currency: string;
  hint?: string;
}

/** An amount such as "1.25M", written out when the field loses focus. */
function MoneyInput({ control, name, label, currency, hint }: MoneyInputProps): ReactElement {
  const { field, fieldState } = useController({ control, name });
  const { ref, onBlur, ...rest } = field;
  const writeOut = (): void => {
    const cents = parseMoney(field.value);
    if (cents !== null && formatMoneyInput(cents) !== field.value) field.onChange(formatMoneyInput(cents));
    onBlur();
  };
  return (
    <LabeledInput
      {...rest}
      label={label}
      hint={hint}
      inputRef={ref}
      onBlur={writeOut}
      autoComplete="off"
      inputProps={{ inputMode: 'decimal' }}
      endAdornment={<InputAdornment position="end">{currency}</InputAdornment>}
      error={fieldState.error?.message}
    />
  );
}
