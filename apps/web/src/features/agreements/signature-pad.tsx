import { useRef, useState, type PointerEvent, type ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import styles from './signing.module.css';

/** The drawing area in its own coordinates; the box scales it to the screen. */
const width = 600;
const height = 200;

export interface Drawing {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

interface SignaturePadProps {
  /** SVG commands of the lines so far; empty at first. */
  path: string;
  error: string | undefined;
  onChange: (path: string) => void;
}

/** An area to sign on with a finger, pen, or mouse. */
export function SignaturePad({ path, error, onChange }: SignaturePadProps): ReactElement {
  const box = useRef<SVGSVGElement>(null);
  const [isDrawing, setDrawing] = useState(false);
  const pointOf = (event: PointerEvent): string => {
    const area = box.current?.getBoundingClientRect();
    if (area === undefined) return '0 0';
    const scaled = (offset: number, size: number, units: number): string =>
      Math.min(Math.max((offset / size) * units, 0), units).toFixed(0);
    return `${scaled(event.clientX - area.left, area.width, width)} ${scaled(event.clientY - area.top, area.height, height)}`;
  };
  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawing(true);
    const point = pointOf(event);
    // A dot is a line to the same point.
    onChange(`${path}${path === '' ? '' : ' '}M${point} L${point}`);
  };
  const draw = (event: PointerEvent): void => {
    const line = ` L${pointOf(event)}`;
    if (isDrawing && !path.endsWith(line)) onChange(path + line);
  };
  return (
    <div>
      <svg
        ref={box}
        role="img"
        aria-label={path === '' ? 'Draw your signature here' : 'Your drawn signature'}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        className={styles['pad']}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={() => setDrawing(false)}
        onPointerCancel={() => setDrawing(false)}
      >
        <line x1="40" x2={width - 40} y1="150" y2="150" className={styles['line']} />
        <path d={path} className={styles['ink']} />
      </svg>
      <div className={styles['below']}>
        <span role={error === undefined ? undefined : 'alert'} className={styles['error']}>
          {error}
        </span>
        <Button variant="text" disabled={path === ''} onClick={() => onChange('')}>
          Clear
        </Button>
      </div>
    </div>
  );
}

export function toDrawing(path: string): Drawing {
  return { path, width, height };
}
