// Light or dark as chosen by hand. The stored page is the same for everybody, so this is looked up before it shows.
{
  const cookie = document.currentScript?.dataset.cookie;
  const chosen = new RegExp(`(?:^|; )${cookie}=(light|dark)`).exec(document.cookie);
  if (chosen) document.documentElement.dataset.theme = chosen[1];
}
