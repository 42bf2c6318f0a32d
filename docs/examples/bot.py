"""A bot that plays through the API: python bot.py http://localhost:8000 TOKEN [TABLE]. Your player goes in `choose`."""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect


def ask(url: str, token: str, path: str, body: dict) -> dict:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}/api/v1{path}", json.dumps(body).encode(), headers)
    return json.load(urllib.request.urlopen(request))


def a_play(tree: list) -> list:
    """One way through the legal plays: each node lists its steps (from, to, die, hit, next node)."""
    node, moves = 0, []
    while tree[node]:
        source, target, _die, _hit, node = random.choice(tree[node])
        moves.append([source, target])
    return moves


def choose(view: dict) -> dict | None:
    """What to do now; the state lists the types of the allowed actions."""
    if "make_play" in view["actions"]:
        return {"type": "make_play", "moves": a_play(view["tree"])}
    for wish in ("take", "accept_resignation", "roll"):
        if wish in view["actions"]:
            return {"type": wish}
    return None


def play(url: str, token: str, table: str) -> dict:
    socket_url = f"{url.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
    headers = {"Authorization": f"Bearer {token}"}
    with connect(socket_url, subprotocols=["tavl.v1"], additional_headers=headers) as socket:
        socket.send(json.dumps({"hello": {"after": 0}}))
        for message in map(json.loads, socket):
            view = message["view"] if message["type"] == "state" else None
            if view and view["result"]:
                return view
            action = choose(view) if view and view["viewer"] in view["to_act"] else None
            if action:
                action["seat"] = view["viewer"]
                version = message["version"]  # which state the action is for; a repeated action has the same id
                socket.send(json.dumps({"id": f"bot.{version}", "version": version, "action": action}))
    raise SystemExit("the server closed the connection")


if __name__ == "__main__":
    url, token, *rest = sys.argv[1:]
    path, body = (f"/tables/{rest[0]}/join", {}) if rest else ("/tables", {"opponent": "anyone", "length": 3})
    end = play(url, token, ask(url, token, path, body)["id"])
    print(f"{end['score'][end['viewer']]} to {end['score'][1 - end['viewer']]}")
