"""Flower: its modifier for local privacy, at the epsilon and delta that it is given; the sensitivity is twice the clipping norm."""
LIBRARY, VERSIONS = "flwr", ["1.13.1", "1.14.0"]


def modifier():
    import logging

    import numpy
    from flwr.client.mod.localdp_mod import LocalDpMod
    from flwr.common import Code, FitIns, FitRes, Message, Metadata, Status, ndarrays_to_parameters, parameters_to_ndarrays
    from flwr.common import recordset_compat as compat
    from flwr.common.constant import MessageType

    logging.disable(logging.CRITICAL)
    names = ("message_id", "group_id", "reply_to_message")
    about = Metadata(run_id=0, src_node_id=0, dst_node_id=0, ttl=1.0, message_type=MessageType.TRAIN, **dict.fromkeys(names, ""))
    start = compat.fitins_to_recordset(FitIns(ndarrays_to_parameters([numpy.zeros(1)]), {}), keep_input=True)
    made = LocalDpMod(clipping_norm=1.0, sensitivity=2.0, epsilon=0.9, delta=0.01)

    def release(data):
        def trained(message, context):
            found = FitRes(Status(Code.OK, ""), ndarrays_to_parameters([numpy.array(data, dtype=float)]), 1, {})
            return Message(metadata=about, content=compat.fitres_to_recordset(found, keep_input=True))

        answer = made(Message(metadata=about, content=start), None, trained)
        return parameters_to_ndarrays(compat.recordset_to_fitres(answer.content, keep_input=True).parameters)[0].tolist()

    return release


WHY = "`LocalDpMod` draws the noise and drops the result: what is sent to the server are the clipped parameters without noise (client/mod/localdp_mod.py)."
ABOUT = {"broken_in": ["1.13.1"], "kind": "fixed", "why": WHY, "issue": "https://github.com/flwrlabs/flower/pull/4677", "fixed": "1.14.0"}
MAKE = {"LocalDpMod": modifier}
ROWS = [{"mechanism": "LocalDpMod", "d": [-1.0], "d_prime": [1.0], "claim": {"epsilon": 0.9, "delta": 0.01}, "budget": 20_000, **ABOUT}]
