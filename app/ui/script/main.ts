// The script of every page: what pages want from scripts, by attributes of their markup, with React and without. It listens on the
// document, so that what React shows later is served as well. React does none of it a second time.

import { putAnnouncementAway } from '#app/ui/script/announcement.ts';
import { openAssistant } from '#app/ui/script/assistant.ts';
import { renewParts } from '#app/ui/script/auto-refresh.ts';
import { followCommands } from '#app/ui/script/commands.ts';
import { copyOnPress } from '#app/ui/script/copy-buttons.ts';
import { loadDecks } from '#app/ui/script/decks.ts';
import { focusFirstError } from '#app/ui/script/first-error.ts';
import { loadPressed } from '#app/ui/script/lazy-buttons.ts';
import { closeMenus } from '#app/ui/script/menus.ts';
import { beginParts } from '#app/ui/script/parts.ts';
import { showPasswords } from '#app/ui/script/passwords.ts';
import { focusPlayers } from '#app/ui/script/players.ts';
import { sendForms } from '#app/ui/script/submitting.ts';
import { takeEmailAlong } from '#app/ui/script/typed-email.ts';

sendForms();
showPasswords();
takeEmailAlong();
copyOnPress();
closeMenus();
followCommands();
focusPlayers();
openAssistant();
loadDecks();
beginParts();
focusFirstError();
renewParts();
loadPressed();
putAnnouncementAway();
