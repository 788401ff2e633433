import { describeShard } from './hostile.ts';

describeShard(1);
