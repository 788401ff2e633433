import {
  offerKindNames,
  offerStateNames,
  type MoveOffer,
  type Offer,
} from '@handover/contract/deals/deal-offers.ts';
import { findPresentValueCents } from '@handover/domain/deals/offer-value.ts';
import Button from '@mui/material/Button';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import type { ReactElement, ReactNode } from 'react';
import edgeFade from '@handover/ui/parts/edge-fade.module.css';
import { formatCount } from '@handover/domain/format-count.ts';
import styles from './offers.module.css';

const tones = {
  draft: 'neutral',
  submitted: 'info',
  countered: 'neutral',
  accepted: 'success',
  declined: 'error',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const satisfies Record<Offer['state'], string>;
export const sideNames = { buyer: 'Buyer', seller: 'Seller' } as const;

interface OfferTableProps {
  offers: readonly Offer[];
  currency: string;
  /** Annual discount rate for later payments; null if it is unknown. */
  discountBasisPoints: number | null;
  /** The heading of an offer; by default its number and side. */
  nameOf?: (offer: Offer) => ReactNode;
  onEdit?: (offer: Offer) => void;
  onCounter?: (offer: Offer) => void;
  onMove?: (offer: Offer, state: MoveOffer['state']) => void;
  /** Shows the actions on an offer as buttons instead of a menu. */
  hasButtons?: boolean;
}

/** Offers as columns, their terms as rows. */
export function OfferTable({
  offers,
  currency,
  discountBasisPoints,
  ...actions
}: OfferTableProps): ReactElement {
  const money = (cents: number | null): ReactNode =>
    cents === null ? '–' : <MoneyText amountCents={cents} currency={currency} isPrice />;
  const rows = listVisibleRows(offers, money);
  return (
    <div className={classNames(styles['scroll'], edgeFade['edges'])}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Terms</th>
            {offers.map((offer) => (
              <th key={offer.id} scope="col">
                <OfferHead offer={offer} {...actions} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cell }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {offers.map((offer) => (
                <td key={offer.id}>{cell(offer)}</td>
              ))}
            </tr>
          ))}
          <tr className={styles['total']}>
            <th scope="row">Present value</th>
            {offers.map((offer) => (
              <td key={offer.id}>
                <PresentValue offer={offer} currency={currency} discountBasisPoints={discountBasisPoints} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function PresentValue({
  offer,
  currency,
  discountBasisPoints,
}: { offer: Offer } & Pick<OfferTableProps, 'currency' | 'discountBasisPoints'>): ReactNode {
  const cents = discountBasisPoints === null ? null : findPresentValueCents(offer, discountBasisPoints);
  return cents === null ? '–' : <MoneyText amountCents={cents} currency={currency} isEstimate />;
}

function OfferHead({
  offer,
  nameOf,
  onEdit,
  onCounter,
  onMove,
  hasButtons = false,
}: { offer: Offer } & Pick<
  OfferTableProps,
  'nameOf' | 'onEdit' | 'onCounter' | 'onMove' | 'hasButtons'
>): ReactElement {
  const { number, side, kind, state, moves, canUpdate } = offer;
  const isPossible = (target: Offer['state']): boolean => moves.includes(target);
  const actions: MenuAction[] = [
    ...(canUpdate && onEdit
      ? [{ label: 'Edit', icon: 'solar:pen-linear', onSelect: () => onEdit(offer) }]
      : []),
    ...(isPossible('countered') && onCounter
      ? [{ label: 'Counter', icon: 'solar:restart-linear', onSelect: () => onCounter(offer) }]
      : []),
    ...(onMove
      ? moveActions
          .filter(({ state: target }) => isPossible(target))
          .map(({ state: target, ...action }) => ({ ...action, onSelect: () => onMove(offer, target) }))
      : []),
  ];
  return (
    <div className={styles['head']}>
      <div>
        {nameOf?.(offer) ?? (
          <span className={styles['name']}>
            {number}. {sideNames[side]}
          </span>
        )}
        <span className={styles['kind']}>{offerKindNames[kind]}</span>
        <StatusLabel tone={tones[state]}>{offerStateNames[state]}</StatusLabel>
        {hasButtons && actions.length > 0 && (
          <div className={styles['answers']}>
            {actions.map(({ label, isDangerous = false, onSelect }) => (
              <Button
                key={label}
                size="small"
                variant={isDangerous ? 'outlined' : 'contained'}
                color={isDangerous ? 'inherit' : 'primary'}
                aria-label={`${label} offer ${String(number)}`}
                onClick={onSelect}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {!hasButtons && actions.length > 0 && (
        <MenuButton isIconOnly label={`Actions for offer ${String(number)}`} actions={actions} />
      )}
    </div>
  );
}

const moveActions: readonly (Omit<MenuAction, 'onSelect'> & { state: MoveOffer['state'] })[] = [
  { state: 'submitted', label: 'Submit', icon: 'solar:plain-linear' },
  { state: 'accepted', label: 'Accept', icon: 'solar:check-circle-linear' },
  { state: 'declined', label: 'Decline', icon: 'solar:close-circle-linear', isDangerous: true },
  { state: 'expired', label: 'Mark as expired', icon: 'solar:alarm-linear' },
  { state: 'withdrawn', label: 'Withdraw', icon: 'solar:undo-left-linear', isDangerous: true },
];

interface Row {
  label: string;
  cell: (offer: Offer) => ReactNode;
}

/** Omits parts of the price that no offer has. */
function listVisibleRows(offers: readonly Offer[], money: (cents: number | null) => ReactNode): Row[] {
  const some = (has: (offer: Offer) => boolean, row: Row): Row[] => (offers.some(has) ? [row] : []);
  return [
    { label: 'Price', cell: ({ priceCents }) => <strong>{money(priceCents)}</strong> },
    { label: 'Cash at closing', cell: ({ cashCents }) => money(cashCents) },
    ...some(({ sellerNoteCents }) => sellerNoteCents > 0, {
      label: 'Seller note',
      cell: (offer) => renderNoteCell(offer, money),
    }),
    ...some(({ earnOutCents }) => earnOutCents > 0, {
      label: 'Earn-out',
      cell: ({ earnOutCents, earnOutMonths }) => (
        <Detailed detail={earnOutCents > 0 ? `after ${formatCount(earnOutMonths, 'month')}` : null}>
          {money(earnOutCents)}
        </Detailed>
      ),
    }),
    ...some(({ assumedDebtCents }) => assumedDebtCents > 0, {
      label: 'Assumed debt',
      cell: ({ assumedDebtCents }) => money(assumedDebtCents),
    }),
    ...some(({ inventoryCents }) => inventoryCents > 0, {
      label: 'Inventory',
      cell: ({ inventoryCents }) => money(inventoryCents),
    }),
    ...some(({ realEstateCents }) => realEstateCents > 0, {
      label: 'Real estate',
      cell: ({ realEstateCents }) => money(realEstateCents),
    }),
    { label: 'Deposit', cell: ({ depositCents }) => money(depositCents) },
    { label: 'Contingencies', cell: ({ contingencies }) => contingencies ?? '–' },
    { label: 'Exclusivity until', cell: ({ exclusivityEnd }) => formatDayCell(exclusivityEnd) },
    { label: 'Valid until', cell: ({ expiresOn }) => formatDayCell(expiresOn) },
  ];
}

function renderNoteCell(offer: Offer, money: (cents: number | null) => ReactNode): ReactNode {
  const { sellerNoteCents, noteRateBasisPoints, noteMonths, isNoteOnStandby } = offer;
  const detail = `${String(noteRateBasisPoints / 100)}% over ${formatCount(noteMonths, 'month')}${isNoteOnStandby ? ', on standby' : ''}`;
  return <Detailed detail={sellerNoteCents > 0 ? detail : null}>{money(sellerNoteCents)}</Detailed>;
}

function formatDayCell(day: string | null): string {
  return day === null ? '–' : formatDate(day);
}

function Detailed({ detail, children }: { detail: string | null; children: ReactNode }): ReactElement {
  return (
    <>
      {children}
      {detail !== null && <span className={styles['detail']}>{detail}</span>}
    </>
  );
}
