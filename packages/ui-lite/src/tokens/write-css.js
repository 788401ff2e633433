import { writeFileSync } from 'node:fs';
import { createDarkCss, createTokensCss } from './css.ts';

writeFileSync(new URL('./tokens.generated.css', import.meta.url), createTokensCss());
writeFileSync(new URL('./dark.generated.css', import.meta.url), createDarkCss());
