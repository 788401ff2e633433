import {
  matchCriterionNames,
  matchGateNames,
  matchPoints,
  matchResultNames,
  type MatchingBuyer,
} from '@handover/contract/buyers/buyer-matches.ts';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatCompactMoney } from '../search-values.ts';
import styles from './match-row.module.css';

type Match = Pick<
  MatchingBuyer,
  'score' | 'gates' | 'parts' | 'requiredCashCents' | 'exclusion' | 'invitedAt' | 'currency'
>;

interface MatchRowProps {
  match: Match;
  name: string;
  to: string;
  second: string;
  /** Shown before the score. */
  start?: ReactNode;
  /** Shown after everything else. */
  end?: ReactNode;
}

/** A match with its score, and on request the points that make up the score. */
export function MatchRow({ match, name, to, second, start, end }: MatchRowProps): ReactElement {
  const { score, gates, invitedAt } = match;
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles['match']}>
      <div className={styles['line']}>
        {start}
        {gates.length === 0 ? (
          <button
            type="button"
            className={styles['score']}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            aria-label={`Score ${String(score)} of 100: show reasons`}
            onClick={() => setOpen(!isOpen)}
          >
            {score}
          </button>
        ) : (
          <span className={styles['none']} title="No score">
            –
          </span>
        )}
        <div className={styles['text']}>
          <Link to={to} className={styles['name']}>
            {name}
          </Link>
          <p className={styles['second']}>{second}</p>
        </div>
        {gates.map((gate) => (
          <StatusLabel key={gate} tone="error">
            {matchGateNames[gate]}
          </StatusLabel>
        ))}
        {invitedAt !== null && <StatusLabel tone="info">Invited</StatusLabel>}
        {end}
      </div>
      {match.exclusion !== null && <p className={styles['second']}>Excluded: {match.exclusion}</p>}
      {isOpen && <Reasons id={detailsId} match={match} />}
    </li>
  );
}

function Reasons({
  id,
  match: { parts, requiredCashCents, currency },
}: {
  id: string;
  match: Match;
}): ReactElement {
  return (
    <table id={id} className={styles['reasons']}>
      <caption className={styles['hidden']}>Points by criterion</caption>
      <tbody>
        {parts.map(({ criterion, points, result }) => (
          <tr key={criterion}>
            <th scope="row">{matchCriterionNames[criterion]}</th>
            <td className={styles['points']}>
              {points} / {matchPoints[criterion]}
            </td>
            <td>
              {matchResultNames[result]}
              {criterion === 'liquidity' &&
                requiredCashCents !== null &&
                `; ${formatCompactMoney(requiredCashCents, currency)} needed`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
