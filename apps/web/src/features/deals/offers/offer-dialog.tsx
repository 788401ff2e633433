import {
  createOffer,
  offerKindNames,
  offerKinds,
  offerSides,
  offerTerms,
  updateOffer,
  type Offer,
  type OfferTermsInput,
} from '@handover/contract/deals/deal-offers.ts';
import type { DealDetail } from '@handover/contract/deals/deals.ts';
import { sumStructureCents } from '@handover/domain/deals/offer-value.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm, useWatch, type Control } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { sideNames } from './offer-table.tsx';
import styles from './offers.module.css';

/** Amounts, rates, and months as typed; empty for none. */
interface OfferValues {
  side: Offer['side'];
  kind: Offer['kind'];
  priceCents: string;
  cashCents: string;
  sellerNoteCents: string;
  noteRateBasisPoints: string;
  noteMonths: string;
  isNoteOnStandby: 'yes' | 'no';
  earnOutCents: string;
  earnOutMonths: string;
  assumedDebtCents: string;
  inventoryCents: string;
  realEstateCents: string;
  depositCents: string;
  contingencies: string;
  exclusivityEnd: string;
  expiresOn: string;
}

interface OfferDialogProps {
  deal: DealDetail;
  /** The draft to change or the offer to counter; null for a new offer. */
  offer: Offer | null;
  isCounter: boolean;
  onClose: () => void;
}

const fields = [
  'priceCents',
  'cashCents',
  'sellerNoteCents',
  'noteRateBasisPoints',
  'noteMonths',
  'earnOutCents',
  'earnOutMonths',
  'assumedDebtCents',
  'inventoryCents',
  'realEstateCents',
  'depositCents',
  'contingencies',
  'exclusivityEnd',
  'expiresOn',
] as const;

/** Adds an offer, changes a draft, or counters an offer. */
export default function OfferDialog({ deal, offer, isCounter, onClose }: OfferDialogProps): ReactElement {
  const form = useForm<OfferValues>({ resolver, defaultValues: startValues(offer, isCounter) });
  const { version, save } = useOpenedVersion(offer?.version ?? 0, offer);
  const { keyFor } = useSubmitKey();
  const toasts = useToasts();
  const refresh = useRefresh();
  const isEdit = offer !== null && !isCounter;
  const { mutate, isPending } = useMutation({
    mutationFn: (values: OfferValues) => {
      const terms = toTerms(values);
      if (isEdit) return save(send(updateOffer, { params: { id: offer.id }, body: { ...terms, version } }));
      const body = { ...terms, side: values.side, ...(offer !== null && { countersId: offer.id }) };
      return send(createOffer, { params: { id: deal.id }, body }, { idempotencyKey: keyFor(body) });
    },
    onSuccess: () => {
      toasts.done(isEdit ? 'Offer saved' : isCounter ? 'Counter-offer submitted' : 'Offer added as a draft');
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
    onSettled: () => refresh({ noun: 'deal', customerId: null }),
  });
  const title = isEdit ? `Edit offer ${String(offer.number)}` : isCounter ? 'Counter-offer' : 'Add offer';
  return (
    <FormDialog
      draft={createDialogDraft(
        `${isCounter ? 'counter-offer' : 'offer'}:${offer?.id ?? deal.id}`,
        form,
        offer?.version,
      )}
      maxWidth="sm"
      title={title}
      submitLabel={isEdit ? 'Save' : isCounter ? 'Submit counter-offer' : 'Add'}
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <OfferFields control={form.control} currency={deal.currency} hasSide={offer === null} />
      <Remainder control={form.control} currency={deal.currency} />
    </FormDialog>
  );
}

interface OfferFieldsProps {
  control: Control<OfferValues>;
  currency: string;
  hasSide: boolean;
}

function OfferFields({ control, currency, hasSide }: OfferFieldsProps): ReactElement {
  const text = { control, inputMode: 'decimal', autoComplete: 'off' } as const;
  const unit = (label: string): ReactElement => <InputAdornment position="end">{label}</InputAdornment>;
  const money = { ...text, endAdornment: unit(currency) } as const;
  const months = { ...text, endAdornment: unit('months') } as const;
  return (
    <>
      <div className={styles['pair']}>
        {hasSide && (
          <FormSelect control={control} name="side" label="Offer from">
            {offerSides.map((side) => (
              <option key={side} value={side}>
                {sideNames[side]}
              </option>
            ))}
          </FormSelect>
        )}
        <FormSelect control={control} name="kind" label="Offer type">
          {offerKinds.map((kind) => (
            <option key={kind} value={kind}>
              {offerKindNames[kind]}
            </option>
          ))}
        </FormSelect>
      </div>
      <div className={styles['pair']}>
        <FormTextField {...money} name="priceCents" label="Price" autoFocus />
        <FormTextField {...money} name="cashCents" label="Cash at closing" />
      </div>
      <div className={styles['pair']}>
        <FormTextField {...money} name="sellerNoteCents" label="Seller note" />
        <FormTextField {...text} name="noteRateBasisPoints" label="Note rate" endAdornment={unit('%')} />
      </div>
      <div className={styles['pair']}>
        <FormTextField {...months} name="noteMonths" label="Note term" />
        <FormSelect control={control} name="isNoteOnStandby" label="Note payments">
          <option value="no">Monthly</option>
          <option value="yes">On standby for the full term</option>
        </FormSelect>
      </div>
      <div className={styles['pair']}>
        <FormTextField {...money} name="earnOutCents" label="Earn-out" />
        <FormTextField {...months} name="earnOutMonths" label="Earn-out paid after" />
      </div>
      <div className={styles['pair']}>
        <FormTextField {...money} name="assumedDebtCents" label="Assumed debt" />
        <FormTextField {...money} name="inventoryCents" label="Inventory" />
      </div>
      <div className={styles['pair']}>
        <FormTextField {...money} name="realEstateCents" label="Real estate" />
        <FormTextField {...money} name="depositCents" label="Deposit" />
      </div>
      <div className={styles['pair']}>
        <FormTextField control={control} name="exclusivityEnd" label="Exclusivity until" type="date" />
        <FormTextField control={control} name="expiresOn" label="Valid until" type="date" />
      </div>
      <FormTextField
        control={control}
        name="contingencies"
        label="Contingencies"
        hint="Enter “None” if there are none"
        multiline
        minRows={2}
        maxRows={6}
      />
    </>
  );
}

/** How much of the price is not covered by its parts yet. */
function Remainder({
  control,
  currency,
}: {
  control: Control<OfferValues>;
  currency: string;
}): ReactElement | null {
  const values = useWatch({ control });
  const terms = toTerms({ ...emptyValues, ...values });
  const difference = terms.priceCents - sumStructureCents(terms);
  if (Number.isNaN(difference) || difference === 0) return null;
  const amount = <MoneyText amountCents={Math.abs(difference)} currency={currency} isPrice />;
  return (
    <p role="status" className={styles['sum']}>
      {difference > 0 ? (
        <>{amount} of the price is not allocated yet.</>
      ) : (
        <>The amounts exceed the price by {amount}.</>
      )}
    </p>
  );
}

const emptyValues: OfferValues = {
  side: 'buyer',
  kind: 'loi',
  priceCents: '',
  cashCents: '',
  sellerNoteCents: '',
  noteRateBasisPoints: '',
  noteMonths: '',
  isNoteOnStandby: 'no',
  earnOutCents: '',
  earnOutMonths: '',
  assumedDebtCents: '',
  inventoryCents: '',
  realEstateCents: '',
  depositCents: '',
  contingencies: '',
  exclusivityEnd: '',
  expiresOn: '',
};

function startValues(offer: Offer | null, isCounter: boolean): OfferValues {
  if (offer === null) return emptyValues;
  const money = (cents: number | null): string =>
    cents === null || cents === 0 ? '' : formatMoneyInput(cents);
  const count = (value: number): string => (value === 0 ? '' : String(value));
  const side = offer.side === 'buyer' ? 'seller' : 'buyer';
  return {
    side: isCounter ? side : offer.side,
    kind: offer.kind,
    priceCents: money(offer.priceCents),
    cashCents: money(offer.cashCents),
    sellerNoteCents: money(offer.sellerNoteCents),
    noteRateBasisPoints: count(offer.noteRateBasisPoints / 100),
    noteMonths: count(offer.noteMonths),
    isNoteOnStandby: offer.isNoteOnStandby ? 'yes' : 'no',
    earnOutCents: money(offer.earnOutCents),
    earnOutMonths: count(offer.earnOutMonths),
    assumedDebtCents: money(offer.assumedDebtCents),
    inventoryCents: money(offer.inventoryCents),
    realEstateCents: money(offer.realEstateCents),
    depositCents: offer.depositCents === null ? '' : formatMoneyInput(offer.depositCents),
    contingencies: offer.contingencies ?? '',
    exclusivityEnd: offer.exclusivityEnd ?? '',
    expiresOn: isCounter ? '' : (offer.expiresOn ?? ''),
  };
}

/** NaN if the text is not a number; the contract’s schema rejects it. */
function toTerms(values: OfferValues): OfferTermsInput {
  const cents = (text: string): number => (text.trim() === '' ? 0 : (parseMoney(text) ?? Number.NaN));
  const whole = (text: string): number => (text.trim() === '' ? 0 : (parseNumber(text) ?? Number.NaN));
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  return {
    kind: values.kind,
    priceCents: cents(values.priceCents),
    cashCents: cents(values.cashCents),
    sellerNoteCents: cents(values.sellerNoteCents),
    noteRateBasisPoints: Number((whole(values.noteRateBasisPoints.replace('%', '')) * 100).toFixed(6)),
    noteMonths: whole(values.noteMonths),
    isNoteOnStandby: values.isNoteOnStandby === 'yes',
    earnOutCents: cents(values.earnOutCents),
    earnOutMonths: whole(values.earnOutMonths),
    assumedDebtCents: cents(values.assumedDebtCents),
    inventoryCents: cents(values.inventoryCents),
    realEstateCents: cents(values.realEstateCents),
    depositCents: values.depositCents.trim() === '' ? null : cents(values.depositCents),
    contingencies: orNull(values.contingencies),
    exclusivityEnd: orNull(values.exclusivityEnd),
    expiresOn: orNull(values.expiresOn),
  };
}

const resolver = createBodyResolver<OfferValues>(offerTerms, toTerms);
