import { encode } from 'uqr';
import type { ReactElement } from 'react';
import styles from './set-up-two-step.module.css';

/** A text as a QR code, with the quiet zone that scanners need. */
export function QrCode({ text, label }: { text: string; label: string }): ReactElement {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return (
    <svg
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={styles['qr']}
    >
      <path d={path.join('')} />
    </svg>
  );
}
