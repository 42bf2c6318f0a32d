// Money: what is owed either way, prizes, deals, and a line that must read 0.00.
/** @import {Context} from "../context.js" */
/** @import {Page} from "../entries/entries-page.js" */

import { money } from "../../shared/dates-and-numbers.js";
import { button, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { field, folded, form, choice, text } from "../../shared/form.js";
import { showRows } from "../../shared/keyed-list.js";
import { previewed } from "../preview.js";
import { accountName, divisionName } from "../labels.js";

/** @param {Context} context @returns {Page} */
export function moneyPage(context) {
  const { t } = context;
  const list = make("tbody");
  const sums = make("p", { class: "totals" });
  const prizes = make("div", { class: "prizes" });
  const table = make("table", { class: "money" }, [
    make("thead", {}, [
      make(
        "tr",
        {},
        [w("Account"), w("Amount"), w("Settle")].map((title) => make("th", { scope: "col" }, [title])),
      ),
    ]),
    list,
  ]);
  let shown = "";
  const show = () => {
    const people = t.desk.balances.filter((line) => line.person);
    const others = t.desk.balances.filter((line) => !line.person);
    const currencies = [...new Set(t.desk.balances.map((line) => line.amount.currency))];
    sums.textContent = currencies.length
      ? currencies
          .map((currency) =>
            w("Not settled: {amount}", {
              amount: money({
                minor: people
                  .filter((line) => line.amount.currency === currency)
                  .reduce((sum, line) => sum + Math.abs(line.amount.minor), 0),
                currency,
              }),
            }),
          )
          .join(" · ")
      : w("Everything is settled: 0.00");
    sums.classList.toggle("good", !currencies.length);
    showRows(
      list,
      [...people, ...others].map((line) => ({
        key: `${line.account} ${line.person} ${line.amount.currency}`,
        shows: line,
        draw: () => row(context, line),
      })),
    );
    const waiting = t.desk.now.filter((item) => item.kind === "prizes").map((item) => item.id);
    if (JSON.stringify(waiting) === shown) return;
    shown = JSON.stringify(waiting);
    prizes.replaceChildren(
      ...waiting.map((id) =>
        make("section", { class: "card" }, [
          make("h3", {}, [w("Prizes of {division}", { division: divisionName(id) })]),
          previewed(context, { type: "award_prizes", division: id }, w("Award the prizes"), { done: () => {} }),
        ]),
      ),
    );
  };
  const deal = form(
    w("Record the deal"),
    [
      choice(
        w("Division"),
        "division",
        /** @type {[string, string][]} */ (t.view.divisions.map((each) => [each.id, divisionName(each.id)])),
      ),
      field(w("Who and how much, such as anna 1/2, bo 1/2"), "parts", { required: true }),
    ],
    (values) => {
      const division = text(values, "division");
      const parts = Object.fromEntries(
        text(values, "parts")
          .split(",")
          .map((each) => {
            const [, letters, part] = /^\s*(.+?)\s+(\S+(?:\s*%)?)\s*$/.exec(each) ?? [];
            const entry = t.entries.find(
              (one) =>
                one.division === division && letters && t.name(one.id).toLowerCase().startsWith(letters.toLowerCase()),
            );
            if (!entry) throw new Error(w("Nobody is called {name}.", { name: letters ?? each }));
            return [entry.id, part];
          }),
      );
      return context.act({ type: "agree_deal", division, parts });
    },
  );
  return {
    title: w("Money"),
    element: make("div", { class: "page" }, [
      sums,
      prizes,
      make("div", { class: "scroll" }, [table]),
      folded(w("A deal between finalists"), deal),
    ]),
    show,
  };
}

/** @param {Context} context @param {import("../../shared/messages.js").TournamentLine} line */
function row(context, line) {
  const { t, act } = context;
  const amount = { ...line.amount, minor: Math.abs(line.amount.minor) };
  const owes = line.amount.minor > 0;
  const cells = [
    make("td", {}, [line.person ? t.person(line.person) : accountName(line.account)]),
    make("td", { class: !line.person ? "" : owes ? "owes" : "owed" }, [money(line.amount)]),
  ];
  const person = line.person;
  let press = null;
  if (person)
    press = owes
      ? button(w("Paid"), () => void act({ type: "take_payment", person, amount }))
      : button(w("Paid out"), () => void act(t.payoutOf(person, amount)));
  else if (line.account !== "till" && !owes)
    press = button(w("Handed over"), () => void act({ type: "hand_over", account: line.account, amount }), "quiet");
  if (press) press.dataset.name = "settle";
  return make("tr", {}, [...cells, make("td", {}, press ? [press] : [])]);
}
