import { writeFileSync } from 'node:fs';
import { darkCss, tokensCss } from './css.ts';

writeFileSync(new URL('./tokens.generated.css', import.meta.url), tokensCss());
writeFileSync(new URL('./dark.generated.css', import.meta.url), darkCss());
